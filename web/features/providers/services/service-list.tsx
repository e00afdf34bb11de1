import type { KeyboardEvent, ReactNode } from "react";
import { labelOf } from "#domain/categories/categories.ts";
import { priceLabel } from "#domain/providers/prices.ts";
import type { OfferedService } from "#domain/providers/results.ts";

/** Services with their prices; for the owner with `actions` beside each. */
export const ServiceList = ({
  services,
  actions,
  onKeyDownCapture,
}: {
  services: readonly OfferedService[];
  actions?: (service: OfferedService, index: number) => ReactNode;
  onKeyDownCapture?: (event: KeyboardEvent, index: number) => void;
}) => (
  <ul aria-label="Services" className="border-t border-line">
    {services.map((service, index) => (
      <li
        key={service.id}
        data-service={service.id}
        onKeyDownCapture={onKeyDownCapture && ((event) => onKeyDownCapture(event, index))}
        className="grid grid-cols-[1fr_auto] items-start border-b border-line py-4"
      >
        <div className="min-w-0">
          {/* One below the other on telephones, where only some prices would fit beside. */}
          <div className="items-baseline justify-between gap-x-6 sm:flex">
            <h3 className="min-w-0 text-lg wrap-anywhere">{service.title}</h3>
            <p className="font-semibold wrap-anywhere">{priceLabel(service)}</p>
          </div>
          {service.category && <p className="text-sm text-ink-soft">{labelOf(service.category)}</p>}
        </div>
        {actions && (
          <div className="-my-1 flex shrink-0 items-center gap-1 pl-4 print:hidden">
            {actions(service, index)}
          </div>
        )}
        {service.description && (
          <p className="col-span-2 mt-1.5 max-w-prose whitespace-pre-line wrap-anywhere">
            {service.description}
          </p>
        )}
      </li>
    ))}
  </ul>
);
