// Every kind of block and how it is shown. A kind that Rust knows and this map does not is a type error.

import type { ComponentType, ReactNode } from "react";
import type { Block, BlockKind } from "../content";
import { accessibilityChecks } from "./accessibility_checks/accessibility_checks";
import { answerSheet } from "./answer_sheet/answer_sheet";
import { appointments } from "./appointments/appointments";
import { articleList } from "./article_list/article_list";
import type { BlockProps, BlockView } from "./block";
import { buckets } from "./buckets/buckets";
import { calendar } from "./calendar/calendar";
import { callToAction } from "./call_to_action/call_to_action";
import { caseStudies } from "./case_studies/case_studies";
import { contactCards } from "./contact_cards/contact_cards";
import { contactDetails } from "./contact_details/contact_details";
import { coordinationCards } from "./coordination_cards/coordination_cards";
import { externalLinks } from "./external_links/external_links";
import { faq } from "./faq/faq";
import { feeCalculator } from "./fee_calculator/fee_calculator";
import { feeExamples } from "./fee_examples/fee_examples";
import { feeStrip } from "./fee_strip/fee_strip";
import { feeTiers } from "./fee_tiers/fee_tiers";
import { hero } from "./hero/hero";
import { newestArticles } from "./newest_articles/newest_articles";
import { newsletterSignup } from "./newsletter_signup/newsletter_signup";
import { officeVisit } from "./office_visit/office_visit";
import { process } from "./process/process";
import { section } from "./section/section";
import { serviceAreas } from "./service_areas/service_areas";
import { serviceCards } from "./service_cards/service_cards";
import { subjectIndex } from "./subject_index/subject_index";
import { taxFees } from "./tax_fees/tax_fees";
import { team } from "./team/team";
import { terms } from "./terms/terms";
import { twoFirms } from "./two_firms/two_firms";
import { valueCards } from "./value_cards/value_cards";

export const blocks: { [K in BlockKind]: BlockView<K> } = {
  hero,
  section,
  service_cards: serviceCards,
  value_cards: valueCards,
  coordination_cards: coordinationCards,
  case_studies: caseStudies,
  process,
  buckets,
  calendar,
  faq,
  two_firms: twoFirms,
  team,
  external_links: externalLinks,
  service_areas: serviceAreas,
  contact_cards: contactCards,
  contact_details: contactDetails,
  office_visit: officeVisit,
  appointments,
  fee_tiers: feeTiers,
  fee_calculator: feeCalculator,
  fee_examples: feeExamples,
  fee_strip: feeStrip,
  tax_fees: taxFees,
  terms,
  accessibility_checks: accessibilityChecks,
  article_list: articleList,
  newest_articles: newestArticles,
  subject_index: subjectIndex,
  answer_sheet: answerSheet,
  newsletter_signup: newsletterSignup,
  call_to_action: callToAction,
};

export function BlockOnPage({ block, index, follows }: BlockProps<BlockKind>) {
  // The map pairs each kind with its own component, which the compiler can't follow through an index.
  const View = blocks[block.kind].render as ComponentType<BlockProps<BlockKind>>;
  return <View block={block} index={index} follows={follows} />;
}

/** The kinds that share a row in a wide window where they follow each other. */
const small: ReadonlySet<BlockKind> = new Set(["service_areas", "contact_details", "external_links"]);

/** The blocks of a page in their order. */
export function BlocksOnPage({ blocks }: { blocks: Block[] }) {
  const shown: ReactNode[] = [];
  let row: ReactNode[] = [];

  for (const [index, block] of blocks.entries()) {
    const view = <BlockOnPage key={index} block={block} index={index} follows={blocks[index - 1]?.kind} />;
    if (!small.has(block.kind)) {
      shown.push(view);
      continue;
    }

    row.push(view);
    const next = blocks[index + 1];
    if (next && small.has(next.kind)) continue;

    shown.push(row.length > 1 ? <BlockRow key={index}>{row}</BlockRow> : view);
    row = [];
  }
  return shown;
}

function BlockRow({ children }: { children: ReactNode }) {
  return (
    <div className="block block-row">
      <div className="wrap">{children}</div>
    </div>
  );
}

/** The styles of a page's blocks, each sheet once, in the order of the map: equal pages get equal bytes. */
export function blockStyles(shown: Block[]): string {
  return sheets((kind, { css, variant }) => {
    const ofKind = shown.filter((block) => block.kind === kind);
    if (ofKind.length === 0) return [];
    return variant && ofKind.some(variant.has) ? [css, variant.css] : [css];
  });
}

/** The styles of all blocks, in every look. */
export function everyBlockStyles(): string {
  return sheets((_, { css, variant }) => [css, variant?.css ?? []]);
}

function sheets(of: (kind: string, view: BlockView<BlockKind>) => (string | string[])[]): string {
  const all = Object.entries(blocks).flatMap(([kind, view]) => of(kind, view as BlockView<BlockKind>).flat());
  return [...new Set(all)].join("");
}
