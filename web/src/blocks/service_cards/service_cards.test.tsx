import { expect, test } from "vitest";
import type { ServiceCard } from "../../content";
import { renderPart } from "../../testing/site";
import { example } from "./example";
import { ServiceCards } from "./service_cards";

const picture = { src: "hero.svg", alt: "Paper" };

function render(changes: Partial<ServiceCard>): string {
  const [card] = example.cards as [ServiceCard];
  const cards = [{ ...card, image: null, illustration: null, ...changes }];
  return renderPart(<ServiceCards block={{ ...example, cards }} />);
}

test("an illustration is decoration", () => {
  expect(render({ illustration: "hero.svg" })).toMatch(/<img [^>]*alt=""/);
});

test("a picture takes the place of an illustration, and either that of the icon", () => {
  const both = render({ image: picture, illustration: "logo.svg" });
  expect(both).toContain('alt="Paper"');
  expect(both).not.toContain("logo.svg");
  for (const html of [both, render({ illustration: "hero.svg" })]) expect(html).not.toContain('class="icon"');
  expect(render({})).toContain('class="icon"');
});
