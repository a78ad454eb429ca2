// `npm run dev`: the tests' own site, with a page for each named example of a block, and a list of these pages.

import { fixtureSite, readCompiled } from "../scripts/compiled";
import { examples } from "../src/blocks/examples";
import { type ExampleName, namedExamples } from "../src/blocks/named_examples";
import type { Block, Build, Content, Page } from "../src/content";
import { link, paragraph } from "../src/testing/rich_text";

const fixture = readCompiled(fixtureSite.file);

export function galleryBuild(): Build {
  const { year, content } = fixture;
  return { year, content: { ...content, pages: [...content.pages, ...galleryPages(content)] } };
}

/** The pages of the gallery, with the other settings of a site's first page. */
function galleryPages({ pages: [first], articles }: Content): Page[] {
  if (!first) throw new Error("expected a site with a page");
  const page = (route: string, title: string, blocks: Block[]): Page => ({
    route,
    meta: { ...first.meta, title },
    blocks,
  });
  const all = Object.values(examples).flatMap((block) =>
    Object.entries(namedExamples(block)).map(([name, example]) => {
      const title = `${block.kind}, ${name}`;
      const isHero = block.kind === "hero";
      return page(galleryRoute(block.kind, name as ExampleName), title, [
        ...(isHero ? [] : [heading(title)]),
        example,
      ]);
    }),
  );
  const articleLinks = articles.map(({ route, matter }) => paragraph(link(route, matter.title)));
  const index: Block[] = [
    heading("Gallery"),
    linked(
      "Blocks",
      all.map(({ route, meta }) => paragraph(link(route, meta.title))),
    ),
    linked("Articles", articleLinks),
  ];
  return [page("/gallery", "Gallery", index), ...all];
}

export function galleryRoute(kind: Block["kind"], name: ExampleName): string {
  return `/gallery/${kind}/${name}`;
}

/** The main heading at the start of a page. */
function heading(title: string): Block {
  return {
    ...examples.hero,
    id: null,
    eyebrow: null,
    title,
    lede: null,
    image: null,
    compact: true,
    points: [],
    actions: [],
  };
}

function linked(heading: string, body: Extract<Block, { kind: "section" }>["body"]): Block {
  return { kind: "section", id: null, heading, body, image: null, actions: [] };
}
