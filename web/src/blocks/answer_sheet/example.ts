import type { BlockOf } from "../../content";

export const example: BlockOf<"answer_sheet"> = {
  kind: "answer_sheet",
  id: "sheet",
  heading: "A sheet to take along",
  intro: null,
  name_label: "Name and firm",
  columns: ["First", "Second"],
  questions: [{ question: "Who pays you?", listen_for: "Anybody but you." }],
  note: null,
  actions: [],
};
