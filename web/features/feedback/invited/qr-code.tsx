import encodeQR from "qr";

/** A text as a QR code: black on white also in the dark, because cameras read nothing else. */
export const QrCode = ({ text, label }: { text: string; label: string }) => {
  const rows = encodeQR(text, "raw", { ecc: "medium", border: 2 });
  const path = rows
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      className="w-full bg-white"
    >
      <path d={path} fill="#000" />
    </svg>
  );
};
