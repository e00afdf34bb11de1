import type { LucideIcon } from "lucide-react";
import Briefcase from "lucide-react/icons/briefcase";
import Camera from "lucide-react/icons/camera";
import Globe from "lucide-react/icons/globe";
import LinkIcon from "lucide-react/icons/link";
import MessageCircle from "lucide-react/icons/message-circle";
import Music from "lucide-react/icons/music-2";
import Play from "lucide-react/icons/play";
import Users from "lucide-react/icons/users";
import { SOCIAL_NETWORKS, type SocialNetwork } from "#domain/providers/providers.ts";

const ICONS: Record<SocialNetwork, LucideIcon> = {
  website: Globe,
  linkedin: Briefcase,
  twitter: MessageCircle,
  instagram: Camera,
  facebook: Users,
  youtube: Play,
  tiktok: Music,
};

const isKnown = (network: string): network is SocialNetwork => Object.hasOwn(ICONS, network);

/**
 * Links to other sites that the provider gave, marked so that search engines do not follow them. Our icons
 * are plain ones beside the network's name, because we have no right to its logo.
 */
export const SocialLinks = ({
  links,
  name,
  besideWebsite = false,
}: {
  links: { network: string; url: string }[];
  name: string;
  /** A button on the page leads to the website. */
  besideWebsite?: boolean;
}) =>
  links.length > 0 && (
    <ul className="flex flex-wrap gap-2">
      {links.map(({ network, url }) => {
        const label = isKnown(network) ? SOCIAL_NETWORKS[network] : network;
        const Icon = isKnown(network) ? ICONS[network] : LinkIcon;
        return (
          <li
            key={network}
            className={
              besideWebsite && network === "website" ? "hidden print:list-item" : undefined
            }
          >
            <a
              href={url}
              target="_blank"
              rel="noopener noreferrer nofollow ugc"
              aria-label={`${label} of ${name}, opens in a new tab`}
              className="inline-flex min-h-9 items-center gap-1.5 rounded-full border border-line-strong px-3 text-sm hover:border-ink hover:bg-hover"
            >
              <Icon aria-hidden="true" className="size-4" />
              {label}
              <span className="hidden wrap-anywhere print:inline">{url}</span>
            </a>
          </li>
        );
      })}
    </ul>
  );
