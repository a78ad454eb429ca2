// The example of every kind of block, which the gallery shows and the kind's own tests render. Each is in its block's folder.

import type { BlockKind, BlockOf } from "../content";
import { example as accessibilityChecks } from "./accessibility_checks/example";
import { example as answerSheet } from "./answer_sheet/example";
import { example as appointments } from "./appointments/example";
import { example as articleList } from "./article_list/example";
import { example as buckets } from "./buckets/example";
import { example as calendar } from "./calendar/example";
import { example as callToAction } from "./call_to_action/example";
import { example as caseStudies } from "./case_studies/example";
import { example as contactCards } from "./contact_cards/example";
import { example as contactDetails } from "./contact_details/example";
import { example as coordinationCards } from "./coordination_cards/example";
import { example as externalLinks } from "./external_links/example";
import { example as faq } from "./faq/example";
import { example as feeCalculator } from "./fee_calculator/example";
import { example as feeExamples } from "./fee_examples/example";
import { example as feeStrip } from "./fee_strip/example";
import { example as feeTiers } from "./fee_tiers/example";
import { example as hero } from "./hero/example";
import { example as newestArticles } from "./newest_articles/example";
import { example as newsletterSignup } from "./newsletter_signup/example";
import { example as officeVisit } from "./office_visit/example";
import { example as process } from "./process/example";
import { example as section } from "./section/example";
import { example as serviceAreas } from "./service_areas/example";
import { example as serviceCards } from "./service_cards/example";
import { example as subjectIndex } from "./subject_index/example";
import { example as taxFees } from "./tax_fees/example";
import { example as team } from "./team/example";
import { example as terms } from "./terms/example";
import { example as twoFirms } from "./two_firms/example";
import { example as valueCards } from "./value_cards/example";

export const examples: { [K in BlockKind]: BlockOf<K> } = {
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
