import type { BlockOf } from "../../content";

export const example: BlockOf<"contact_cards"> = {
  kind: "contact_cards",
  id: null,
  heading: "Get In Touch",
  intro: null,
  cards: [
    {
      icon: "phone",
      title: "Phone",
      details: "(918) 555-0199",
      href: { kind: "phone", href: "tel:+19185550199" },
      description: "Within a day.",
    },
    {
      icon: "clock",
      title: "Hours",
      details: "Monday 9am-5pm; Tuesday to Thursday 8:30am-5pm; Friday closed",
      href: null,
      description: "On most days.",
    },
  ],
};
