// `npm run types` makes this file from schemas/content.schema.json.

/**
 * A part of rich text that stands on lines of its own.
 */
export type Node =
  | {
      children: Inline[];
      type: "paragraph";
    }
  | {
      children: Inline[];
      id: string;
      level: number;
      type: "heading";
    }
  | {
      items: ListItem[];
      ordered: boolean;
      type: "list";
    }
  | {
      children: Node[];
      type: "quote";
    }
  | {
      alignments: Alignment[];
      header: Cell[];
      rows: Row[];
      type: "table";
    }
  | {
      text: string;
      type: "code_block";
    }
  | {
      type: "divider";
    }
  | (Component & {
      type: "component";
    });
/**
 * A part of rich text within a line.
 */
export type Inline =
  | {
      text: string;
      type: "text";
    }
  | {
      children: Inline[];
      type: "strong";
    }
  | {
      children: Inline[];
      type: "emphasis";
    }
  | {
      text: string;
      type: "code";
    }
  | {
      children: Inline[];
      link: ResolvedLink;
      type: "link";
    }
  | {
      image: Image;
      type: "image";
    }
  | {
      type: "line_break";
    };
/**
 * The kind of target of a resolved link.
 */
export type LinkKind = ("phone" | "email") | "page" | "external";
/**
 * The alignment of a column's cells; `Auto` where the author has not said.
 */
export type Alignment = "auto" | "start" | "center" | "end";
/**
 * The closed list of components that articles may use.
 */
export type ComponentName =
  | "Buckets"
  | "Callout"
  | "Checklist"
  | "Disclaimer"
  | "KeyFigure"
  | "WorkedExample";
/**
 * The author of an article.
 */
export type AuthorName = "founder" | "firm";
/**
 * The subject of an article.
 */
export type Category =
  | "Tax Planning"
  | "Retirement Planning"
  | "Investment Strategy"
  | "Financial Planning"
  | "Economy"
  | "Personal";
/**
 * The parts of a date that are shown.
 */
export type DateForm = "day";
/**
 * How the tiers' rates are applied.
 */
export type Billing = "cliff" | "marginal";
/**
 * A section of a page. Its kind says what else it holds.
 */
export type Block =
  | {
      /**
       * Buttons, the most important first.
       */
      actions: Action[];
      /**
       * True for a low opening, where people come to read or to choose: what follows it begins in the first view. The title
       * is smaller, and so is the picture, which small screens leave out.
       */
      compact: boolean;
      /**
       * A word or two above the title.
       */
      eyebrow: string | null;
      id: string | null;
      image: Image | null;
      kind: "hero";
      /**
       * A sentence or two below it.
       */
      lede: Node[] | null;
      /**
       * Short claims shown below the lede, such as "17+ years".
       */
      points: string[];
      /**
       * The page's one main heading.
       */
      title: string;
    }
  | {
      actions: Action[];
      body: Node[];
      heading: string;
      id: string | null;
      image: Image | null;
      kind: "section";
    }
  | {
      actions: Action[];
      /**
       * @minItems 1
       */
      cards: ServiceCard[];
      heading: string;
      id: string | null;
      intro: Node[] | null;
      kind: "service_cards";
    }
  | {
      actions: Action[];
      /**
       * @minItems 1
       */
      cards: ValueCard[];
      heading: string;
      id: string | null;
      intro: Node[] | null;
      kind: "value_cards";
    }
  | {
      actions: Action[];
      /**
       * @minItems 1
       */
      cards: CoordinationCard[];
      heading: string;
      id: string | null;
      intro: Node[] | null;
      kind: "coordination_cards";
    }
  | {
      /**
       * That the examples are illustrative only. Required: the page may not be published without it.
       */
      disclaimer: string;
      heading: string;
      id: string | null;
      intro: Node[] | null;
      kind: "case_studies";
      /**
       * @minItems 1
       */
      studies: CaseStudy[];
    }
  | {
      actions: Action[];
      heading: string;
      id: string | null;
      intro: Node[] | null;
      kind: "process";
      /**
       * The steps in order; they are numbered from 1.
       *
       * @minItems 2
       */
      steps: ProcessStep[];
    }
  | {
      actions: Action[];
      /**
       * The three buckets, from the first to be spent to the last.
       *
       * @minItems 3
       * @maxItems 3
       */
      buckets: Bucket[];
      heading: string;
      id: string | null;
      intro: Node[] | null;
      kind: "buckets";
      /**
       * Text below the buckets.
       */
      note: Node[] | null;
    }
  | {
      actions: Action[];
      /**
       * The entries in the order of the year.
       *
       * @minItems 2
       */
      entries: CalendarEntry[];
      /**
       * The link to the file of all tax dates, which calendar programs read. Without it there is none.
       */
      file_label: string | null;
      heading: string;
      id: string | null;
      intro: Node[] | null;
      kind: "calendar";
      labels: CalendarLabels;
      /**
       * Text below the calendar.
       */
      note: Node[] | null;
      /**
       * The year whose dates it shows, such as 2027; it stands beside the heading and in each date.
       */
      year: number;
    }
  | {
      /**
       * @minItems 1
       */
      categories: FaqCategory[];
      id: string | null;
      kind: "faq";
      labels: FaqLabels;
    }
  | {
      actions: Action[];
      heading: string;
      id: string | null;
      intro: Node[];
      kind: "two_firms";
    }
  | {
      actions: Action[];
      heading: string;
      id: string | null;
      intro: Node[] | null;
      kind: "team";
      /**
       * @minItems 1
       */
      people: TeamMember[];
    }
  | {
      heading: string;
      id: string | null;
      intro: Node[] | null;
      kind: "external_links";
      /**
       * Names under [external] in content/site.toml, in the order shown.
       *
       * @minItems 1
       */
      links: string[];
    }
  | {
      /**
       * Links to the pages of the areas.
       */
      actions: Action[];
      /**
       * Lists side by side.
       *
       * @minItems 1
       */
      groups: AreaGroup[];
      heading: string;
      id: string | null;
      intro: Node[] | null;
      kind: "service_areas";
    }
  | {
      /**
       * @minItems 1
       */
      cards: ContactCard[];
      heading: string;
      id: string | null;
      intro: Node[] | null;
      kind: "contact_cards";
    }
  | {
      heading: string;
      id: string | null;
      intro: Node[] | null;
      kind: "contact_details";
    }
  | {
      body: Node[];
      /**
       * The label of the link to directions.
       */
      directions_label: string;
      heading: string;
      id: string | null;
      kind: "office_visit";
      /**
       * The label of the button that loads the map.
       */
      map_label: string;
      /**
       * The label of the link that calls the office.
       */
      phone_label: string;
    }
  | {
      /**
       * Groups of buttons, such as prospective and existing clients.
       *
       * @minItems 1
       */
      groups: AppointmentGroup[];
      id: string | null;
      kind: "appointments";
    }
  | {
      actions: Action[];
      /**
       * The words over the tiers that say whose schedule it is; without them, the schedule's title.
       */
      caption: string | null;
      heading: string;
      id: string | null;
      intro: Node[] | null;
      kind: "fee_tiers";
      /**
       * Text below the tiers.
       */
      note: Node[] | null;
      schedule: string;
    }
  | {
      /**
       * The button beside each result, such as one to a first talk.
       */
      action: Action;
      annual_label: string;
      /**
       * The words shown once the link is copied.
       */
      copied: string;
      /**
       * The button that copies a link to the page with the value in it. Browsers send that part of a link to nobody.
       */
      copy_label: string;
      /**
       * The words before the schedule's own examples, which stand below the prompt: "For example".
       */
      example_label: string;
      /**
       * The words between the fee and the portfolio of an example: "a year on", as in "$6,250 a year on $500,000".
       */
      example_words: string;
      /**
       * The words shown where the calculator could not be loaded.
       */
      failed: string;
      heading: string;
      id: string | null;
      intro: Node[] | null;
      kind: "fee_calculator";
      /**
       * The input's label.
       */
      label: string;
      /**
       * A sentence on what the fee leaves out, such as the costs of funds; shown with each result.
       */
      leaves_out: string;
      /**
       * The mark on the tier of the value, such as "Your portfolio is in this tier".
       */
      mark_label: string;
      /**
       * The words before the value at which the next tier begins, and the fee there. They are shown where that fee is lower
       * than the fee of the result.
       */
      next_tier_label: string;
      /**
       * The words shown where the browser does not let the page copy: the link is in the address bar then.
       */
      not_copied: string;
      /**
       * Text below the calculator.
       */
      note: Node[] | null;
      /**
       * The example shown in the empty input, digits only.
       */
      placeholder: string;
      /**
       * The button that prints the result with the page.
       */
      print_label: string;
      /**
       * The words shown while there is no value.
       */
      prompt: string;
      quarterly_label: string;
      rate_label: string;
      schedule: string;
      tier_label: string;
      /**
       * The words shown where the amount has more than 15 digits, which is more than the calculator works with.
       */
      too_long: string;
      /**
       * Text shown with JavaScript off.
       */
      without_script: string;
    }
  | {
      actions: Action[];
      annual_label: string;
      assets_label: string;
      /**
       * The words over the table that say whose schedule it is: that of the agreements, or an illustration.
       */
      caption: string;
      heading: string;
      id: string | null;
      intro: Node[] | null;
      kind: "fee_examples";
      monthly_label: string;
      /**
       * Text below the table.
       */
      note: Node[] | null;
      schedule: string;
    }
  | {
      actions: Action[];
      /**
       * The words after a fee, such as "a year".
       */
      annual_label: string;
      /**
       * The words before a portfolio's value, such as "A portfolio of".
       */
      assets_label: string;
      heading: string;
      id: string | null;
      intro: Node[] | null;
      kind: "fee_strip";
      /**
       * The name of the least portfolio that has a rate, such as "Investment minimum".
       */
      minimum_label: string;
      /**
       * Text below the fees.
       */
      note: Node[] | null;
      /**
       * The schedule whose examples are shown; their fees are computed from it.
       */
      schedule: string;
    }
  | {
      actions: Action[];
      heading: string;
      id: string | null;
      intro: Node[] | null;
      kind: "tax_fees";
      /**
       * The words before the amount, such as "From".
       */
      minimum_label: string;
      /**
       * Text below the cards.
       */
      note: Node[] | null;
    }
  | {
      actions: Action[];
      heading: string;
      id: string | null;
      intro: Node[] | null;
      /**
       * The points, in the order shown.
       *
       * @minItems 1
       */
      items: Term[];
      kind: "terms";
    }
  | {
      actions: Action[];
      heading: string;
      id: string | null;
      intro: Node[] | null;
      /**
       * The checks, in the order shown.
       *
       * @minItems 1
       */
      items: AccessibilityCheck[];
      kind: "accessibility_checks";
      /**
       * Text below the checks.
       */
      note: Node[] | null;
    }
  | {
      /**
       * The chip that shows every article.
       */
      all_label: string;
      /**
       * Text shown when a category has no articles.
       */
      empty: string;
      /**
       * The filter's name for screen readers.
       */
      filter_label: string;
      heading: string;
      id: string | null;
      /**
       * A link that stands with the categories, such as one to the index of subjects.
       */
      index: Action | null;
      kind: "article_list";
      /**
       * The button that shows every article again.
       */
      reset_label: string;
      /**
       * Text shown where an address asks for a category that does not exist.
       */
      unknown: string;
    }
  | {
      actions: Action[];
      heading: string;
      id: string | null;
      intro: Node[] | null;
      kind: "newest_articles";
    }
  | {
      heading: string;
      id: string | null;
      /**
       * Text below the heading: that these are all articles, whichever category is chosen above.
       */
      intro: Node[] | null;
      kind: "subject_index";
    }
  | {
      actions: Action[];
      /**
       * The names of the spaces for answers, which stand side by side, such as "First adviser".
       *
       * @minItems 1
       * @maxItems 3
       */
      columns: string[];
      heading: string;
      id: string | null;
      intro: Node[] | null;
      kind: "answer_sheet";
      /**
       * The line for the name of the person who answers, such as "Adviser and firm".
       */
      name_label: string;
      /**
       * Text below the questions.
       */
      note: Node[] | null;
      /**
       * The questions in the order of asking, as many as stand on one sheet of paper where each is a line long.
       *
       * @minItems 1
       * @maxItems 5
       */
      questions: SheetQuestion[];
    }
  | {
      body: Node[];
      heading: string;
      id: string | null;
      kind: "newsletter_signup";
      /**
       * The button's label; without it, the one in content/site.toml.
       */
      label: string | null;
    }
  | {
      /**
       * Buttons, the most important first.
       *
       * @minItems 1
       */
      actions: Action[];
      body: Node[] | null;
      heading: string;
      id: string | null;
      kind: "call_to_action";
    };
/**
 * A small drawing beside a title.
 */
export type Icon =
  | "balance"
  | "briefcase"
  | "buckets"
  | "calendar"
  | "chart"
  | "check"
  | "clock"
  | "compass"
  | "couple"
  | "document"
  | "family"
  | "gift"
  | "handshake"
  | "home"
  | "ledger"
  | "mail"
  | "map"
  | "phone"
  | "shield"
  | "sun"
  | "video";
/**
 * An event at a time of the calendar's year.
 */
export type CalendarEntry =
  | {
      description: Node[] | null;
      kind: "meeting";
      title: string;
      when: ResolvedTime;
    }
  | {
      /**
       * The day when you corrected a wrong day in `when`, such as 2027-03-10. Calendar programs then move the date that they have.
       */
      corrected: string | null;
      description: Node[] | null;
      /**
       * Identifies the date within its year for calendar programs, such as first-estimated-payment. Keep it if the day or the title changes. Calendars that show the same date give it the same id, and so does the calendar of the next year.
       */
      id: string;
      kind: "tax";
      /**
       * True for a day that the law moves off weekends and holidays, as it does the days of returns and estimated payments. Required distributions and gifts do not move.
       */
      moves: boolean;
      title: string;
      when: ResolvedTime;
    }
  | {
      description: Node[] | null;
      kind: "fee";
      title: string;
      when: ResolvedTime;
    };
/**
 * A check that `cargo site test` runs: the browser tests that are tagged with its name.
 */
export type CheckName =
  | "axe"
  | "contrast"
  | "keyboard"
  | "announcements"
  | "zoom"
  | "text_size"
  | "text_spacing"
  | "forced_colors"
  | "motion"
  | "engines"
  | "without_script"
  | "print";
/**
 * One of the two firms.
 */
export type FirmName = "advisory" | "tax";
/**
 * The schema.org type of who provides a service.
 */
export type ProviderType = "FinancialService" | "AccountingService";
/**
 * Where an investment adviser is registered.
 */
export type Registration = "SEC" | "state";
/**
 * The hosts that browsers ask for over HTTPS alone.
 */
export type HstsHosts = "own" | "subdomains" | "preload";

/**
 * The whole content, checked and compiled.
 */
export interface Content {
  /**
   * Newest first.
   */
  articles: Article[];
  facts: {
    [k: string]: Fact;
  };
  fees: Fees;
  /**
   * By route.
   */
  pages: Page[];
  /**
   * By old path.
   */
  redirects: Redirect[];
  site: Site;
  /**
   * The titles of subjects, by name.
   */
  subjects: {
    [k: string]: string;
  };
}
/**
 * An article, compiled.
 */
export interface Article {
  body: Node[];
  headings: Heading[];
  matter: FrontMatter;
  /**
   * Minutes to read it at 225 words a minute, rounded up.
   */
  minutes: number;
  /**
   * The slug of the article listed after it; none for the last.
   */
  next: string | null;
  /**
   * The slug of the article listed before it; none for the first.
   */
  previous: string | null;
  /**
   * The slugs of the articles offered after it, the closest first.
   */
  related: string[];
  /**
   * Its path on the site: /blog/SLUG.
   */
  route: string;
  slug: string;
  /**
   * The visible words of the body.
   */
  words: number;
}
/**
 * A resolved link.
 */
export interface ResolvedLink {
  /**
   * Ready for an `href` attribute.
   */
  href: string;
  kind: LinkKind;
}
/**
 * An image with its description.
 */
export interface Image {
  /**
   * The picture in words: one sentence, for people who do not see it.
   */
  alt: string;
  src: string;
}
export interface ListItem {
  children: Node[];
}
export interface Cell {
  children: Inline[];
}
export interface Row {
  cells: Cell[];
}
/**
 * One of the components that articles may use.
 */
export interface Component {
  attributes: Attribute[];
  children: Node[];
  name: ComponentName;
}
export interface Attribute {
  name: string;
  value: string;
}
/**
 * A heading of an article, for its table of contents.
 */
export interface Heading {
  id: string;
  level: number;
  text: string;
}
/**
 * The front matter of an article, between its two lines of +++.
 */
export interface FrontMatter {
  author: AuthorName;
  /**
   * false: the category is not shown above the title.
   */
  badge: boolean;
  /**
   * The box that closes the article; without it, the one in content/site.toml.
   */
  call_to_action: ArticleCallToAction | null;
  category: Category;
  /**
   * true: a draft, which `cargo site dev` shows and no build has. Delete the line to publish the article.
   */
  draft: boolean;
  /**
   * The subject in a sentence or two, for the list of articles and for search engines, which cut off what is longer.
   */
  excerpt: string;
  /**
   * The first address of a moved article, such as /blog/market-drop. Feed readers identify the article by it, so keep it in all later moves. Leave it out if the article hasn't moved.
   */
  first_address: string | null;
  hero: Image;
  /**
   * The article's place in the list: a new one takes the highest number yet, plus one.
   */
  id: number;
  /**
   * Words by which search engines may find it. Articles that share some are offered after one another.
   */
  keywords: string[];
  /**
   * The day it was last changed in substance; without it, the day it was published.
   */
  modified: string | null;
  /**
   * The day it was published. A day ahead publishes it on that day, by itself. Leave it out where it is not known.
   */
  published: string | null;
  /**
   * Authorities the article leans on, in the order shown.
   */
  references: Reference[];
  /**
   * The picture shown when the article is shared, 1200 by 630; without it, one is made of the title and the hero.
   */
  social_image: Image | null;
  /**
   * The time on the day in `published` at which it appears, such as 2027-01-01T09:00:00, where the beginning of that day is too early.
   */
  starts: string | null;
  /**
   * The subjects by which readers find it, by their names in content/subjects.toml, such as roth-conversions: those that it says something useful on.
   *
   * @minItems 1
   */
  subjects: string[];
  title: string;
  /**
   * The article stays at its address, but is no longer the firm's word: from then on it has a banner, and is out of lists, feed, sitemap and search engines.
   */
  withdrawn: Withdrawn | null;
}
/**
 * The box that closes an article.
 */
export interface ArticleCallToAction {
  body: string;
  heading: string;
  /**
   * The button's label; it leads to /schedule.
   */
  label: string;
}
/**
 * A page of an authority that an article leans on.
 */
export interface Reference {
  /**
   * The publisher, such as Internal Revenue Service.
   */
  publisher: string;
  title: string;
  url: string;
}
/**
 * The end of what a page or an article may be relied on.
 */
export interface Withdrawn {
  /**
   * The page or the article to read in its place.
   */
  instead: ResolvedLink | null;
  /**
   * The day from which on it is withdrawn, such as 2027-01-01, or the moment, 2027-01-01T09:00:00.
   */
  starts: string;
  /**
   * One or two sentences on why, which stand in the banner.
   */
  why: string;
}
/**
 * A figure or a claim that prose quotes, with where it comes from: either `value`
 * and `source`, or `years`.
 */
export interface Fact {
  /**
   * The disclaimer that a page or an article has to show with it, by its name in
   * content/site.toml, such as tax.
   */
  disclaimer: string | null;
  /**
   * The day after which the value must not be quoted unreviewed, because it changes on another day than
   * the tax year does.
   */
  expires: string | null;
  /**
   * Files in which the same figure means something else and may be spelled
   * out, such as content/articles/market-drop.mdx.
   */
  means_something_else_in: string[];
  /**
   * A remark for editors; visitors do not see it.
   */
  note: string | null;
  /**
   * Where a source without an address is kept, such as "The firm's files, under Custodian".
   */
  record: string | null;
  /**
   * The day somebody last compared the value with its source; left out until somebody has.
   */
  reviewed: string | null;
  /**
   * Who says so: the publication or the record it was taken from.
   */
  source: string | null;
  /**
   * The source's own page.
   */
  url: string | null;
  /**
   * What stands in the text, such as "30 minutes".
   */
  value: string | null;
  /**
   * Its values by tax year, in place of `value` and `source`: a table [the-name.years.2025] for each.
   */
  years: {
    [k: string]: ValueOfYear;
  };
}
/**
 * What a fact is in a tax year, with where it comes from: either `value` or `date`.
 */
export interface ValueOfYear {
  /**
   * A deadline of the tax year, in place of `value`: 2026-01-15 is shown as January 15, 2026.
   */
  date: string | null;
  /**
   * A remark for editors; visitors do not see it.
   */
  note: string | null;
  /**
   * Where a source without an address is kept, such as "The firm's files, under Custodian".
   */
  record: string | null;
  /**
   * The day somebody last compared the value with its source; left out until somebody has.
   */
  reviewed: string | null;
  /**
   * "day" to show the date without its year: January 15.
   */
  show: DateForm | null;
  /**
   * Who says so: the publication or the record it was taken from.
   */
  source: string;
  /**
   * The last year in which the law leaves the value as it is, where that is a later one.
   */
  through: number | null;
  /**
   * The source's own page.
   */
  url: string | null;
  /**
   * What stands in the text, such as "$15,750".
   */
  value: string | null;
}
/**
 * What the two firms charge, and on what terms.
 */
export interface Fees {
  /**
   * Why two fee schedules that disagree both stand. Without it `cargo site
   * check` warns, saying where they differ and by how much.
   */
  acknowledged_difference: string | null;
  /**
   * The fee schedules, each under its own name: [schedules.the-name].
   */
  schedules: {
    [k: string]: FeeSchedule;
  };
  /**
   * What the tax firm charges, in the order shown.
   *
   * @minItems 1
   */
  tax_services: TaxService[];
  terms: AgreementTerms;
}
/**
 * How a fee follows from the value of a portfolio.
 */
export interface FeeSchedule {
  billing: Billing;
  /**
   * Worked examples; each must agree with the schedule.
   */
  examples: FeeExample[];
  /**
   * The minimum fee, where there is one.
   */
  minimum: MinimumFee | null;
  /**
   * The tiers from the lowest to the highest, without gaps or overlaps.
   *
   * @minItems 1
   */
  tiers: Tier[];
  /**
   * The service the fee is for.
   */
  title: string;
}
/**
 * A worked example: it must agree with its schedule.
 */
export interface FeeExample {
  /**
   * The annual fee, rounded to whole dollars.
   */
  annual: number;
  /**
   * The portfolio's value in whole dollars.
   */
  assets: number;
  /**
   * The fee a month, rounded to whole dollars.
   */
  monthly: number;
}
/**
 * The minimum fee.
 */
export interface MinimumFee {
  /**
   * The amount a year in whole dollars, where the firm states it.
   */
  annual: number | null;
  /**
   * What is shown in place of an amount, such as "Discuss with Advisor".
   */
  label: string;
}
/**
 * A range of portfolio values that shares one rate. Both bounds belong to it.
 */
export interface Tier {
  /**
   * The lowest value in whole dollars.
   */
  from: number;
  /**
   * What the tier is called where fees are shown: made from its bounds when content is compiled, and empty until then.
   */
  label: string;
  /**
   * The annual rate in basis points: 125 is 1.25 %. Only the first tier may be without a rate, under cliff billing, where the schedule has a minimum fee: that applies instead.
   */
  rate: number | null;
  /**
   * The highest value in whole dollars; leave it out in the last tier.
   */
  up_to: number | null;
}
/**
 * A service of the tax firm with its least fee.
 */
export interface TaxService {
  description: string;
  /**
   * Its name in tokens: business makes {tax-minimum-business}.
   */
  id: string;
  /**
   * What is included, in the order shown.
   *
   * @minItems 1
   */
  includes: string[];
  /**
   * The least fee in whole dollars.
   */
  minimum: number;
  service: string;
}
/**
 * The terms of the wealth management agreement.
 */
export interface AgreementTerms {
  /**
   * The agreement that states these terms and the fees: the name of a link in content/site.toml, under [external].
   */
  agreement: string;
  /**
   * How long a client commits, in words.
   */
  commitment: string;
  /**
   * The least a client invests, in whole dollars.
   */
  investment_minimum: number;
  /**
   * Days of notice to end the agreement.
   */
  termination_notice_days: number;
  /**
   * Days within which eligible accounts are moved to the custodian.
   */
  transfer_days: number;
  /**
   * The quarter-ends on whose values fees are computed.
   *
   * @minItems 4
   * @maxItems 4
   */
  valuation_dates: string[];
}
/**
 * A page, compiled.
 */
export interface Page {
  blocks: Block[];
  meta: PageMeta;
  /**
   * Its path on the site. The page for unknown addresses has the route /404.
   */
  route: string;
}
/**
 * A button: its label and where it leads.
 */
export interface Action {
  href: ResolvedLink;
  label: string;
}
/**
 * A service with what it includes.
 */
export interface ServiceCard {
  action: Action | null;
  description: Node[];
  /**
   * The parts of the service, in the order shown.
   */
  features: string[];
  /**
   * Shown where the card has neither a picture nor an illustration.
   */
  icon: Icon;
  /**
   * A drawing of 640 by 360 on top of the card, such as
   * service-planning.svg. It is decoration and has no description;
   * `image` takes its place.
   */
  illustration: string | null;
  /**
   * A picture that says something of its own.
   */
  image: Image | null;
  title: string;
}
/**
 * A value, a reason or an expectation.
 */
export interface ValueCard {
  description: Node[];
  icon: Icon | null;
  title: string;
}
/**
 * A planning step beside the tax step on the same subject.
 */
export interface CoordinationCard {
  description: Node[];
  planning_step: string;
  tax_step: string;
  title: string;
}
/**
 * A hypothetical client.
 */
export interface CaseStudy {
  /**
   * The problem they face.
   */
  challenge: Node[];
  icon: Icon;
  /**
   * The solution to it.
   */
  solution: Node[];
  subtitle: string;
  title: string;
}
/**
 * A step of a process.
 */
export interface ProcessStep {
  description: Node[];
  /**
   * The time it takes, such as "2-3 weeks".
   */
  timeline: string | null;
  title: string;
}
/**
 * Money set aside for a stretch of years.
 */
export interface Bucket {
  description: Node[] | null;
  /**
   * The kind of investment in it, such as "Cash".
   */
  name: string;
  /**
   * The years it pays for, such as "{bucket-cash}".
   */
  years: string;
}
/**
 * A time of the year.
 */
export interface ResolvedTime {
  from: DayOfYear;
  /**
   * As it is shown: January 15, October, May to June.
   */
  label: string;
  /**
   * The last day or month of a span.
   */
  to: DayOfYear | null;
}
/**
 * A day of the year, or a whole month.
 */
export interface DayOfYear {
  /**
   * None where the whole month is meant.
   */
  day: number | null;
  /**
   * 1 for January to 12 for December.
   */
  month: number;
}
/**
 * The names of the kinds of entries, in the legend and at each entry.
 */
export interface CalendarLabels {
  fee: string;
  meeting: string;
  /**
   * The word at what comes next, such as "Next".
   */
  next: string;
  tax: string;
}
/**
 * Questions on one subject.
 */
export interface FaqCategory {
  /**
   * Its anchor on the page.
   */
  id: string;
  /**
   * @minItems 1
   */
  questions: Question[];
  title: string;
}
/**
 * A question with its answer.
 */
export interface Question {
  answer: Node[];
  /**
   * Its anchor, such as fund-costs: a link to it opens the answer. Without one it is made of the question's words, and changes with them.
   */
  id: string | null;
  question: string;
}
/**
 * The words around the questions.
 */
export interface FaqLabels {
  /**
   * The same button once all answers are open: it folds them again.
   */
  fold: string;
  /**
   * The name, for screen readers, of the list of categories that leads to each.
   */
  index: string;
  /**
   * The button that opens all answers, where a narrow window has folded them.
   */
  open: string;
}
/**
 * A person, or a partner firm, of the team.
 */
export interface TeamMember {
  biography: Node[];
  /**
   * Certifications and degrees, in the order shown.
   */
  credentials: string[];
  name: string;
  portrait: Image;
  role: string;
}
/**
 * A list of towns or of ways to meet.
 */
export interface AreaGroup {
  /**
   * @minItems 1
   */
  items: string[];
  title: string;
}
/**
 * A way to get in touch.
 */
export interface ContactCard {
  description: string;
  /**
   * The number, the address or the hours: usually a fact, such as {phone}.
   */
  details: string;
  /**
   * The link of the details, such as contact:phone.
   */
  href: ResolvedLink | null;
  icon: Icon;
  title: string;
}
/**
 * The appointments for one kind of visitor.
 */
export interface AppointmentGroup {
  /**
   * @minItems 1
   */
  appointments: Appointment[];
  heading: string;
  intro: Node[] | null;
}
/**
 * An appointment and the external page where it is booked.
 */
export interface Appointment {
  /**
   * A sentence on what the appointment is for.
   */
  description: string;
  /**
   * The button's label.
   */
  label: string;
  link: string;
}
/**
 * A point with what is agreed on it.
 */
export interface Term {
  detail: Node[];
  title: string;
}
/**
 * A check with what it looks for.
 */
export interface AccessibilityCheck {
  /**
   * The check that this describes, so that the page names none that the tests do not run.
   */
  check: CheckName;
  detail: Node[];
  title: string;
}
/**
 * A question to ask, with what to listen for.
 */
export interface SheetQuestion {
  /**
   * A sentence or two on what a good answer is.
   */
  listen_for: string;
  question: string;
}
/**
 * The data of a page for browsers, search engines and social networks.
 */
export interface PageMeta {
  /**
   * The address search engines must list; without it, the page's own.
   */
  canonical: string | null;
  /**
   * One or two sentences for search results.
   */
  description: string;
  /**
   * true: a draft, which `cargo site dev` shows and no build has. Delete the line to publish the page.
   */
  draft: boolean;
  /**
   * Words by which search engines may find it.
   */
  keywords: string[];
  /**
   * The services offered in one place, for search engines.
   */
  local_service: LocalService | null;
  /**
   * true: the newsletter's pop-up appears on this page.
   */
  newsletter_prompt: boolean;
  /**
   * true: search engines are asked not to list the page.
   */
  noindex: boolean;
  /**
   * The page's name in breadcrumbs, in a word or two.
   */
  short_title: string;
  /**
   * The picture shown when the page is shared, 1200 by 630; without it, one is made of the title and the hero.
   */
  social_image: Image | null;
  /**
   * The title in the browser's tab and in search results; the site's name is added.
   */
  title: string;
  /**
   * The page stays at its address, but is no longer the firm's word: from then on it has a banner, and is out of lists, sitemap and search engines.
   */
  withdrawn: Withdrawn | null;
}
/**
 * A service in one place, for search engines.
 */
export interface LocalService {
  /**
   * Towns and regions served.
   *
   * @minItems 1
   */
  area_served: string[];
  /**
   * The firm that offers it.
   */
  firm: FirmName;
  name: string;
  provider_type: ProviderType;
  service_type: string;
}
/**
 * One old address: where it leads now, or that it is gone.
 */
export interface Redirect {
  /**
   * The old path, such as /services/planning.
   */
  from: string;
  /**
   * true: the page is gone and nothing takes its place (410).
   */
  gone: boolean;
  /**
   * True where a page will be there again, or has ended by the clock (302): set when content is compiled.
   */
  temporary: boolean;
  /**
   * The page it has moved to (301).
   */
  to: ResolvedLink | null;
}
/**
 * The two firms, how to reach them, and what stands on every page.
 */
export interface Site {
  /**
   * Text that the list of articles and every article share.
   */
  articles: ArticleDefaults;
  contact: Contact;
  /**
   * Disclaimers under their names: articles and blocks point to them by name.
   */
  disclaimers: {
    [k: string]: string;
  };
  /**
   * Links to other sites, each under its own name: [external.the-name].
   * Content points to them as external:the-name.
   */
  external: {
    [k: string]: ExternalLink;
  };
  firms: Firms;
  /**
   * The first `origin` of a site that has moved to another one: feed readers and calendar programs know articles and dates by it. It stays in all later moves. Leave it out of a site that has not moved.
   */
  first_origin: string | null;
  /**
   * The footer of every page.
   */
  footer: Footer;
  founder: Person;
  /**
   * The header of every page.
   */
  header: Header;
  hsts: Hsts;
  labels: Labels;
  logo: Image;
  /**
   * The site's name, added to every page's title.
   */
  name: string;
  newsletter: Newsletter;
  /**
   * The web address of the site, without a slash at the end: https://www.example.com
   */
  origin: string;
  /**
   * true: visitors who come by another host name are led to the one of the origin. False unless it is set.
   */
  redirect_other_hosts: boolean;
  security: SecurityContact;
  /**
   * Towns and regions served, in the order shown.
   *
   * @minItems 1
   */
  service_areas: string[];
  /**
   * The year in which the firm began, such as "{clients-since}": no date in the content is earlier. Visitors don't
   * read it here.
   */
  since: string | null;
  /**
   * The drawing beside the title of a page that has no hero, when it is shared.
   */
  social_image: Image;
  /**
   * One line on what the firms do.
   */
  tagline: string;
  /**
   * The color of the browser's own bars, such as #1b4d8f.
   */
  theme_color: string;
  time_zone: string;
  /**
   * Text on every page and article that is withdrawn.
   */
  withdrawn: WithdrawnDefaults;
}
/**
 * Text that every article shares.
 */
export interface ArticleDefaults {
  /**
   * The place where readers learn who the authors are, such as /about#team: an author's name leads there.
   */
  author_link: ResolvedLink;
  /**
   * The label of the link back to the list of articles.
   */
  back_label: string;
  call_to_action: ArticleCallToAction;
  /**
   * The heading of the table of contents of an article with several sections.
   */
  contents_heading: string;
  /**
   * The day from which on articles are listed by the moment at which they start, the latest first. Those of before, and those without a day, keep the place that their `id` gives them.
   */
  listed_by_day_from: string;
  /**
   * The name of the links to the articles before and after one, taken together.
   */
  neighbors_label: string;
  /**
   * Stands above the title of the article listed after.
   */
  next_label: string;
  /**
   * Stands above the title of the article listed before.
   */
  previous_label: string;
  /**
   * The heading of the list of references.
   */
  references_heading: string;
  /**
   * The heading of the articles offered after one.
   */
  related_heading: string;
}
/**
 * The ways to reach the firm: the only place where these details stand.
 */
export interface Contact {
  /**
   * {address} in text.
   */
  address: Address;
  /**
   * Days on which the office is closed, each beginning with [[contact.closed]]: the cards show them with the hours.
   */
  closed: ClosedDays[];
  directions: string;
  /**
   * The general address: {email} in text.
   */
  email: string;
  /**
   * Business hours, in the order shown: {hours} in text.
   *
   * @minItems 1
   */
  hours: OpeningHours[];
  /**
   * The page of an external map service that is embedded on /contact.
   */
  map: string;
  /**
   * A drawn map of the way to the office: it stands on /contact until a visitor asks for the embedded one, and on paper.
   */
  map_image: Image;
  /**
   * The embedded map in words, for people who do not see it.
   */
  map_title: string;
  /**
   * As shown, such as (918) 555-0142: {phone} in text.
   */
  phone: string;
}
/**
 * The street address of the office.
 */
export interface Address {
  city: string;
  /**
   * The country's two letters.
   */
  country: string;
  /**
   * Degrees north, such as "36.0526".
   */
  latitude: string;
  /**
   * Degrees east, such as "-95.9045".
   */
  longitude: string;
  postal_code: string;
  /**
   * The state's two letters.
   */
  region: string;
  street: string;
}
/**
 * Days on which the office is closed.
 */
export interface ClosedDays {
  /**
   * The last day, which may be the same one.
   */
  ends: string;
  /**
   * The day from which on visitors read it; without it, 14 days before the first one.
   */
  shown: string | null;
  /**
   * The first day, such as 2026-12-24.
   */
  starts: string;
  /**
   * What visitors read with the hours, such as "Closed December 24 to January 1".
   */
  words: string;
}
/**
 * The hours of one or more days.
 */
export interface OpeningHours {
  days: ResolvedWeekdays;
  hours: ResolvedOpenHours;
}
/**
 * Days of the week.
 */
export interface ResolvedWeekdays {
  /**
   * As it is shown: Monday to Thursday.
   */
  label: string;
  /**
   * As schema.org writes it: Mo-Th.
   */
  schema_org: string;
}
/**
 * The hours of a day.
 */
export interface ResolvedOpenHours {
  /**
   * As it is shown: 8:30am-5pm, closed.
   */
  label: string;
  /**
   * As schema.org writes each stretch: 08:30-17:00. None where the office is closed.
   */
  schema_org: string[];
}
/**
 * A link to another site.
 */
export interface ExternalLink {
  /**
   * The subject of that site.
   */
  description: Node[] | null;
  href: string;
  label: string;
  /**
   * The day of the document's version, for a document that has one.
   */
  version: string | null;
}
/**
 * The two firms.
 */
export interface Firms {
  /**
   * The registered investment adviser: {firm} in text.
   */
  advisory: AdvisoryFirm;
  /**
   * The tax preparation firm: {tax-firm} in text.
   */
  tax: Firm;
}
/**
 * The registered investment adviser.
 */
export interface AdvisoryFirm {
  description: string;
  /**
   * The kind of firm, such as "Registered investment adviser".
   */
  kind: string;
  name: string;
  /**
   * Where the firm is registered: "SEC", or "state" for one or more states. A firm registered with the SEC links its Form CRS in the footer.
   */
  registration: Registration;
}
/**
 * The tax preparation firm.
 */
export interface Firm {
  description: string;
  /**
   * What kind of firm it is, such as "Tax preparation firm".
   */
  kind: string;
  name: string;
}
/**
 * The footer of every page.
 */
export interface Footer {
  action: Action;
  /**
   * Lists of links under a heading, in the order shown.
   */
  columns: FooterColumn[];
  /**
   * The holder of the copyright; the year is added.
   */
  copyright: string;
  /**
   * The disclosure that the law asks of every page.
   */
  disclosure: string;
  /**
   * A link at the end of the disclosure, such as that to the accessibility page.
   */
  disclosure_link: Action | null;
  /**
   * The privacy policy, the brochure, the agreement.
   */
  documents: string[];
  /**
   * Profiles on social networks and the business listing.
   */
  social: string[];
}
export interface FooterColumn {
  heading: string;
  /**
   * @minItems 1
   */
  links: NavigationLink[];
}
/**
 * A link with its name.
 */
export interface NavigationLink {
  href: ResolvedLink;
  name: string;
}
/**
 * A person of the firm.
 */
export interface Person {
  /**
   * Certifications and degrees, in the order shown, such as "CERTIFIED FINANCIAL PLANNER® professional": they stand
   * with the name below each article.
   *
   * @minItems 1
   */
  credentials: string[];
  job_title: string;
  name: string;
  /**
   * The small picture beside the name.
   */
  portrait: Image;
}
/**
 * The header of every page.
 */
export interface Header {
  action: Action;
  /**
   * The words of the button beside it on small screens, which calls the phone number of [contact].
   */
  call_label: string;
  /**
   * Links for existing clients; each opens in a new tab.
   *
   * @minItems 1
   */
  client_resources: string[];
  /**
   * The name of the menu of client resources.
   */
  client_resources_label: string;
  /**
   * The main navigation, in the order shown.
   *
   * @minItems 1
   */
  navigation: NavigationItem[];
}
/**
 * A link of the main navigation, or a menu of links.
 */
export interface NavigationItem {
  /**
   * The target of the link; leave it out for a menu.
   */
  href: ResolvedLink | null;
  name: string;
  /**
   * The links of the menu, in the order shown.
   */
  submenu: NavigationLink[];
}
/**
 * For how long browsers that have seen the site ask for it over HTTPS alone (HTTP Strict Transport Security).
 */
export interface Hsts {
  hosts: HstsHosts;
  /**
   * Days since the last visit, three years at most; 0 ends it at the next one.
   */
  max_age_days: number;
}
/**
 * Short words that parts of many pages share: names of buttons, of terms in cards, and of what screen readers announce.
 */
export interface Labels {
  /**
   * Stands before the yearly fee of a worked example.
   */
  annual_fee: string;
  /**
   * Stands after the number of articles in a category that has one.
   */
  article_found: string;
  /**
   * Stands after the number of articles in a category that has several, or none.
   */
  articles_found: string;
  /**
   * Stands before the assets of a worked example in an article.
   */
  assets: string;
  /**
   * Stands before the name of an article's author.
   */
  author: string;
  /**
   * Stands before the problem of a hypothetical client.
   */
  challenge: string;
  /**
   * The button that closes it.
   */
  close: string;
  /**
   * Stands before the email address on contact details.
   */
  email: string;
  /**
   * Stands before the business hours on contact details.
   */
  hours: string;
  /**
   * The button that opens the navigation of small screens, and the name of what it opens.
   */
  menu: string;
  /**
   * Stands after an article's reading time, which is a number of minutes.
   */
  minutes: string;
  /**
   * The name of the header's navigation, for screen readers, which add that it is one.
   */
  navigation: string;
  /**
   * What screen readers say, in parentheses, after a link to another site.
   */
  new_tab: string;
  /**
   * Stands before the street address on contact details.
   */
  office: string;
  /**
   * Stands before the phone number on contact details.
   */
  phone: string;
  /**
   * Stands before the step of the planning firm on a coordination card.
   */
  planning_step: string;
  /**
   * Stands before the quarterly fee of a worked example.
   */
  quarterly_fee: string;
  /**
   * The link that a keyboard reaches first on every page: it leads past the header, to the content.
   */
  skip: string;
  /**
   * Stands before the solution to it.
   */
  solution: string;
  /**
   * Stands, for screen readers, before the columns of a table that scrolls sideways.
   */
  table: string;
  /**
   * Stands before the step of the tax firm on a coordination card.
   */
  tax_step: string;
}
/**
 * The monthly newsletter, hosted on an external mailing service.
 */
export interface Newsletter {
  /**
   * The label of buttons that lead to it.
   */
  label: string;
  /**
   * The sign-up page of the mailing service.
   */
  link: string;
  prompt: NewsletterPrompt;
}
/**
 * The newsletter's pop-up.
 */
export interface NewsletterPrompt {
  body: string;
  /**
   * The name of the close button.
   */
  close_label: string;
  /**
   * Milliseconds from the page's load until it appears, an hour at most.
   */
  delay_ms: number;
  heading: string;
  /**
   * The label of the button that leads to the sign-up page.
   */
  label: string;
}
/**
 * The address to which security researchers report what they found (/.well-known/security.txt).
 */
export interface SecurityContact {
  contact: string;
  /**
   * The day until which the file may be relied on; at most a year ahead.
   */
  expires: string;
}
/**
 * Text on every page and article that is withdrawn.
 */
export interface WithdrawnDefaults {
  /**
   * The heading of the banner, before the day: "Withdrawn on".
   */
  heading: string;
  /**
   * Stands before the link to what is to be read in its place: "Read instead".
   */
  instead_label: string;
}

/** What an article writes in the tag of each component. */
export interface AttributesOf {
  Buckets: "cash" | "bonds" | "growth";
  Callout: "title";
  Checklist: "title";
  Disclaimer: "kind";
  KeyFigure: "value" | "label";
  WorkedExample: "schedule" | "assets";
}
