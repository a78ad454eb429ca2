import type { BlockOf } from "../../content";
import { emphasis, link, paragraph, strong } from "../../testing/rich_text";

export const example: BlockOf<"hero"> = {
  kind: "hero",
  id: "top",
  eyebrow: "Tulsa",
  title: "Every block",
  lede: [
    paragraph(
      "An introduction with ",
      strong("weight"),
      ", ",
      emphasis("stress"),
      " and ",
      link("/blog", "a link"),
      ".",
    ),
  ],
  image: { src: "hero.svg", alt: "A skyline at noon" },
  compact: false,
  points: ["Since 2011"],
  actions: [
    { label: "Schedule", href: { kind: "page", href: "/schedule" } },
    { label: "Read on", href: { kind: "external", href: "https://association.example.com/" } },
  ],
};
