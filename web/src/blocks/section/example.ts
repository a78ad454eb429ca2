import type { BlockOf } from "../../content";
import { link, list, paragraph, strong } from "../../testing/rich_text";

export const example: BlockOf<"section"> = {
  kind: "section",
  id: "tax",
  heading: "A section",
  body: [
    paragraph("A paragraph with ", strong("weight"), ", and ", link("/fees", "a link"), "."),
    list("one", "two"),
  ],
  image: { src: "hero.svg", alt: "A skyline again" },
  actions: [
    { label: "Schedule", href: { kind: "page", href: "/schedule" } },
    { label: "Read on", href: { kind: "external", href: "https://association.example.com/" } },
  ],
};
