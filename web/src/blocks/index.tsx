// Every kind of block and its component. A kind that Rust has but this map lacks is a type error.

import type { ComponentType, ReactNode } from "react";
import type { Block, BlockKind } from "../content";
import row from "../parts/block_row.css?inline";
import { useStyles } from "../site/styles";
import { AccessibilityChecks } from "./accessibility_checks/accessibility_checks";
import { AnswerSheet } from "./answer_sheet/answer_sheet";
import { Appointments } from "./appointments/appointments";
import { ArticleList } from "./article_list/article_list";
import type { BlockProps } from "./block";
import { Buckets } from "./buckets/buckets";
import { Calendar } from "./calendar/calendar";
import { CallToAction } from "./call_to_action/call_to_action";
import { CaseStudies } from "./case_studies/case_studies";
import { ContactCards } from "./contact_cards/contact_cards";
import { ContactDetails } from "./contact_details/contact_details";
import { CoordinationCards } from "./coordination_cards/coordination_cards";
import { ExternalLinks } from "./external_links/external_links";
import { Faq } from "./faq/faq";
import { FeeCalculator } from "./fee_calculator/fee_calculator";
import { FeeExamples } from "./fee_examples/fee_examples";
import { FeeStrip } from "./fee_strip/fee_strip";
import { FeeTiers } from "./fee_tiers/fee_tiers";
import { Hero } from "./hero/hero";
import { NewestArticles } from "./newest_articles/newest_articles";
import { NewsletterSignup } from "./newsletter_signup/newsletter_signup";
import { OfficeVisit } from "./office_visit/office_visit";
import { Process } from "./process/process";
import { Section } from "./section/section";
import { ServiceAreas } from "./service_areas/service_areas";
import { ServiceCards } from "./service_cards/service_cards";
import { SubjectIndex } from "./subject_index/subject_index";
import { TaxFees } from "./tax_fees/tax_fees";
import { Team } from "./team/team";
import { Terms } from "./terms/terms";
import { TwoFirms } from "./two_firms/two_firms";
import { ValueCards } from "./value_cards/value_cards";

export const blocks: { [K in BlockKind]: ComponentType<BlockProps<K>> } = {
  hero: Hero,
  section: Section,
  service_cards: ServiceCards,
  value_cards: ValueCards,
  coordination_cards: CoordinationCards,
  case_studies: CaseStudies,
  process: Process,
  buckets: Buckets,
  calendar: Calendar,
  faq: Faq,
  two_firms: TwoFirms,
  team: Team,
  external_links: ExternalLinks,
  service_areas: ServiceAreas,
  contact_cards: ContactCards,
  contact_details: ContactDetails,
  office_visit: OfficeVisit,
  appointments: Appointments,
  fee_tiers: FeeTiers,
  fee_calculator: FeeCalculator,
  fee_examples: FeeExamples,
  fee_strip: FeeStrip,
  tax_fees: TaxFees,
  terms: Terms,
  accessibility_checks: AccessibilityChecks,
  article_list: ArticleList,
  newest_articles: NewestArticles,
  subject_index: SubjectIndex,
  answer_sheet: AnswerSheet,
  newsletter_signup: NewsletterSignup,
  call_to_action: CallToAction,
};

/** The style sheets of the folders, by path. */
const sheets = import.meta.glob<string>("./*/*.css", { query: "?inline", import: "default", eager: true });

/** A block, with the style sheet that is named as its folder. */
export function BlockOnPage({ block, follows }: BlockProps<BlockKind>) {
  useStyles(sheets[`./${block.kind}/${block.kind}.css`]);
  // The map pairs each kind with its own component, which the compiler can't follow through an index.
  const View = blocks[block.kind] as ComponentType<BlockProps<BlockKind>>;
  return <View block={block} follows={follows} />;
}

/** The kinds that share a row in a wide window if they are adjacent. */
const small: ReadonlySet<BlockKind> = new Set(["service_areas", "contact_details", "external_links"]);

/** The blocks of a page in their order. */
export function BlocksOnPage({ blocks }: { blocks: Block[] }) {
  const sections: ReactNode[] = [];
  let row: ReactNode[] = [];

  for (const [index, block] of blocks.entries()) {
    const view = <BlockOnPage key={index} block={block} follows={blocks[index - 1]?.kind} />;
    if (!small.has(block.kind)) {
      sections.push(view);
      continue;
    }

    row.push(view);
    const next = blocks[index + 1];
    if (next && small.has(next.kind)) continue;

    sections.push(row.length > 1 ? <BlockRow key={index}>{row}</BlockRow> : view);
    row = [];
  }
  return sections;
}

function BlockRow({ children }: { children: ReactNode }) {
  useStyles(row);
  return (
    <div className="block block-row">
      <div className="wrap">{children}</div>
    </div>
  );
}
