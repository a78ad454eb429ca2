// The small drawings next to titles: ruled lines and quarter circles on a grid of 24 units, in the
// style of a 1929 architect. Drawn for this site.

import type { Icon as IconName } from "../content";

const strokes: Record<IconName, string> = {
  balance: "M12 3v18M7 21h10M4 7h16M4 7l-2.5 7a3 3 0 0 0 5 0zM20 7l-2.5 7a3 3 0 0 0 5 0z",
  briefcase: "M3 8h18v12H3zM8 8V4h8v4M3 13h7M14 13h7M10 11h4v4h-4z",
  buckets: "M2 9h6l-1 11H3zM9 6h6l-1 14h-4zM16 3h6l-1 17h-4zM2.4 13h5.2M9.4 11h5.2M16.5 9h5",
  calendar: "M3 5h18v16H3zM3 10h18M8 2v5M16 2v5M7 14h2M11 14h2M15 14h2M7 17.5h2M11 17.5h2",
  chart: "M3 21h18M5 21v-6h3v6M10.5 21V10h3v11M16 21V5h3v16M4 10l6-5 3 2 6-5",
  check: "M12 2 22 12 12 22 2 12zM7.5 12l3.2 3.2L16.5 9",
  clock: "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20M12 6v6l4 3M12 2v1.5M12 20.5V22M2 12h1.5M20.5 12H22",
  compass: "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20M16.5 7.5l-2.7 6.3-6.3 2.7 2.7-6.3zM12 12h.01",
  couple:
    "M7.5 4a3 3 0 1 0 0 6 3 3 0 0 0 0-6M16.5 4a3 3 0 1 0 0 6 3 3 0 0 0 0-6M2 20c0-4 2-7 5.5-7s4.5 2 4.5 5c0-3 1-5 4.5-5s5.5 3 5.5 7z",
  document: "M5 2h10l4 4v16H5zM15 2v4h4M8.5 11h7M8.5 14.5h7M8.5 18h4",
  family:
    "M7 3a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5M17 3a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5M12 11a2 2 0 1 0 0 4 2 2 0 0 0 0-4M2 20v-4c0-3 2-5 5-5M22 20v-4c0-3-2-5-5-5M8 21c0-3 1.5-4.5 4-4.5s4 1.5 4 4.5z",
  gift: "M3 9h18v4H3zM5 13h14v8H5zM12 9v12M12 9C8 9 6 7.5 6 5.5S10 3 12 9c2-6 6-5.5 6-3.5S16 9 12 9",
  handshake: "M2 7l4-2 6 2 6-2 4 2v8l-3 1-6 4-3-1-5-4-3-1zM12 7l-4 4c1.5 1.5 3 1.5 4.5 0l6 5",
  home: "M2 12 12 3l10 9M5 10v11h14V10M10 21v-6h4v6M9 8.5h6",
  ledger: "M4 3h14a2 2 0 0 1 2 2v16H6a2 2 0 0 1-2-2zM4 17.5h16M9 3v14.5M12 7.5h5M12 11h5",
  mail: "M2 5h20v14H2zM2 6l10 8 10-8M2 18l7-6M22 18l-7-6",
  map: "M12 22c-4-5-7-8.5-7-12a7 7 0 0 1 14 0c0 3.5-3 7-7 12M12 7l3 3-3 3-3-3z",
  phone: "M4 3h5l2 5-2.5 2c1 2.5 3 4.5 5.5 5.5l2-2.5 5 2v5c-9 1.5-18.5-8-17-17",
  shield: "M12 2l9 3v7c0 5-4 8-9 10-5-2-9-5-9-10V5zM12 2v20M3.5 12h17",
  sun: "M6 18a6 6 0 0 1 12 0M1 18h22M4 21.5h16M12 3v5M4.5 7l3 3.5M19.5 7l-3 3.5M1.5 12.5l4 2M22.5 12.5l-4 2",
  video: "M2 6h13v12H2zM15 11l7-4v10l-7-4M5 9.5h3",
};

export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={strokes[name]} />
    </svg>
  );
}
