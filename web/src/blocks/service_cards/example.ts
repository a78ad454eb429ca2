import type { BlockOf } from "../../content";
import { paragraph, strong } from "../../testing/rich_text";

export const example: BlockOf<"service_cards"> = {
  kind: "service_cards",
  id: null,
  heading: "Services",
  intro: [paragraph("An introduction with ", strong("weight"), ".")],
  cards: [
    {
      title: "Planning",
      description: [paragraph("Plans.")],
      features: ["A plan", "Its review"],
      icon: "compass",
      image: null,
      illustration: "picture.svg",
      action: { label: "More", href: { kind: "page", href: "/blog" } },
    },
    {
      title: "Returns",
      description: [paragraph("Returns.")],
      features: [],
      icon: "document",
      image: { src: "hero.svg", alt: "Paper" },
      illustration: null,
      action: null,
    },
  ],
  actions: [],
};
