// `npm run types` makes this file from schemas/content.schema.json.

/**
 * A part of rich text that takes up one or more lines.
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
 * The alignment of a column's cells; `Auto` if the author hasn't specified one.
 */
export type Alignment = "auto" | "start" | "center" | "end";
/**
 * The components that articles may use. There are no others.
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
 * A section of a page. Its kind determines its other keys.
 */
export type Block =
  | {
      /**
       * Buttons, the most important first.
       */
      actions: Action[];
      /**
       * True for a low opening on a page where people come to read or to choose: the next block
       * begins in the first view. The title and the picture are smaller, and small screens leave
       * the picture out.
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
       * A statement that the examples are only illustrative. Required: the page can't be
       * published without it.
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
       * The steps in order, numbered from 1.
       *
       * @minItems 2
       */
      steps: ProcessStep[];
    }
  | {
      actions: Action[];
      /**
       * The three buckets, in spending order.
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
       * The label of the link to the file of all tax dates for calendar programs. Without it,
       * the page has no such link.
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
       * The year of the dates, such as 2027. It is shown next to the heading and in each date.
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
       * Lists, shown side by side.
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
       * The words above the tiers that say whose schedule it is; without them, the schedule's
       * title.
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
       * The button next to each result, such as one for scheduling a first conversation.
       */
      action: Action;
      annual_label: string;
      /**
       * The words shown once the link is copied.
       */
      copied: string;
      /**
       * The button that copies a link to the page with the value in it. Browsers don't send that
       * part of a link to any server.
       */
      copy_label: string;
      /**
       * The words before the schedule's own examples, below the prompt: "For example".
       */
      example_label: string;
      /**
       * The words between the fee and the portfolio of an example: "a year on", as in "$6,250 a
       * year on $500,000".
       */
      example_words: string;
      /**
       * The words shown if the calculator couldn't be loaded.
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
       * A sentence on the costs that the fee doesn't include, such as fund expenses; shown with
       * each result.
       */
      leaves_out: string;
      /**
       * The label on the tier of the value, such as "Your portfolio is in this tier".
       */
      mark_label: string;
      /**
       * The words before the value that begins the next tier, and the fee there. They are shown
       * if that fee is lower than the fee in the result.
       */
      next_tier_label: string;
      /**
       * The words shown if the browser doesn't let the page copy the link. The link is then in
       * the address bar.
       */
      not_copied: string;
      /**
       * Text below the calculator.
       */
      note: Node[] | null;
      /**
       * The example shown in the empty input: digits only.
       */
      placeholder: string;
      /**
       * The button that prints the result with the page.
       */
      print_label: string;
      /**
       * The words shown while the input is empty.
       */
      prompt: string;
      quarterly_label: string;
      rate_label: string;
      schedule: string;
      tier_label: string;
      /**
       * The words shown for an amount of more than 15 digits, the calculator's limit.
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
       * The words above the table that say whose schedule it is: the one in the agreements, or
       * an illustration.
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
       * The label of the smallest portfolio that has a rate, such as "Investment minimum".
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
       * The button that shows every article.
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
       * A link next to the categories, such as one to the index of subjects.
       */
      index: Action | null;
      kind: "article_list";
      /**
       * The button that shows every article again.
       */
      reset_label: string;
      /**
       * Text shown if the address asks for an unknown category.
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
       * Text below the heading, such as a remark that the list has all articles whichever
       * category is chosen above.
       */
      intro: Node[] | null;
      kind: "subject_index";
    }
  | {
      actions: Action[];
      /**
       * The labels of the spaces for answers, which are side by side, such as "First adviser".
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
       * The label of the line for the name of the person who answers, such as "Adviser and
       * firm".
       */
      name_label: string;
      /**
       * Text below the questions.
       */
      note: Node[] | null;
      /**
       * The questions in the order of asking. Five questions of one line each fit on a sheet of
       * paper.
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
 * A small drawing next to a title.
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
 * An event in the calendar's year.
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
       * The day when you corrected a wrong day in `when`, such as 2027-03-10. Calendar programs
       * then move the date.
       */
      corrected: string | null;
      description: Node[] | null;
      /**
       * The identifier of the date within its year for calendar programs, such as
       * first-estimated-payment. Keep it if the day or the title changes. Use the same id in
       * every calendar that shows the date, and in next year's calendar.
       */
      id: string;
      kind: "tax";
      /**
       * True for a day that the law moves off weekends and holidays, such as the days for
       * returns and estimated payments. The days for required distributions and gifts don't
       * move.
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
 * A check that `cargo site test` runs: the browser tests with its name as a tag.
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
 * The schema.org type of the provider of a service.
 */
export type ProviderType = "FinancialService" | "AccountingService";
/**
 * The regulator of an investment adviser.
 */
export type Registration = "SEC" | "state";
/**
 * The hosts that browsers reach only over HTTPS.
 */
export type HstsHosts = "own" | "subdomains" | "preload";

/**
 * All of the content, checked and compiled.
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
   * Sorted by route.
   */
  pages: Page[];
  /**
   * Sorted by old path.
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
   * The slug of the article listed after it; `None` for the last.
   */
  next: string | null;
  /**
   * The slug of the article listed before it; `None` for the first.
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
   * The number of visible words in the body.
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
 * An image, and its description.
 */
export interface Image {
  /**
   * The picture in one sentence, for people who can't see it.
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
   * true: a draft, which `cargo site dev` shows and builds leave out. Delete the line to
   * publish the article.
   */
  draft: boolean;
  /**
   * The subject in a sentence or two, for the list of articles and for search engines, which
   * cut off longer texts.
   */
  excerpt: string;
  /**
   * The first address of a moved article, such as /blog/market-drop. Feed readers identify
   * the article by it, so keep it in all later moves. Leave it out if the article hasn't
   * moved.
   */
  first_address: string | null;
  hero: Image;
  /**
   * The article's place in the list. A new article takes the highest number so far, plus
   * one.
   */
  id: number;
  /**
   * Words that help search engines find the article. Articles that share words are offered
   * after one another.
   */
  keywords: string[];
  /**
   * The day of the last substantial change; without it, the day in `published`.
   */
  modified: string | null;
  /**
   * The day the article was published. If the day is in the future, the article appears on
   * that day. Leave it out if you don't know it.
   */
  published: string | null;
  /**
   * The authorities that the article relies on, in the order shown.
   */
  references: Reference[];
  /**
   * The picture shown when the article is shared, 1200 by 630 pixels; without it, the build
   * makes one from the title and the hero.
   */
  social_image: Image | null;
  /**
   * The time when the article appears, such as 2027-01-01T09:00:00, on the day in
   * `published`. Leave it out if the article appears when that day begins.
   */
  starts: string | null;
  /**
   * The subjects in the index that the article covers well, by their names in
   * content/subjects.toml, such as roth-conversions.
   *
   * @minItems 1
   */
  subjects: string[];
  title: string;
  /**
   * The article stays at its address, but visitors may no longer rely on it. It gets a
   * banner, and lists, the feed, the sitemap and search engines leave it out.
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
   * The button's label. The button leads to /schedule.
   */
  label: string;
}
/**
 * A page of an authority that an article relies on.
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
 * The withdrawal of a page or an article.
 */
export interface Withdrawn {
  /**
   * The page or the article to read instead.
   */
  instead: ResolvedLink | null;
  /**
   * The day when the withdrawal begins, such as 2027-01-01, or the moment,
   * 2027-01-01T09:00:00.
   */
  starts: string;
  /**
   * One or two sentences on the reason, shown in the banner.
   */
  why: string;
}
/**
 * A figure or a claim that prose quotes, and its source: either `value` and `source`, or
 * `years`.
 */
export interface Fact {
  /**
   * The disclaimer that a page or an article must show if it quotes the value, by its name
   * in content/site.toml, such as tax.
   */
  disclaimer: string | null;
  /**
   * For a value that changes on a day other than the start of a tax year: after this day, it
   * can't be quoted without another review.
   */
  expires: string | null;
  /**
   * Files that may type the same figure because it means something else there, such as
   * content/articles/market-drop.mdx.
   */
  means_something_else_in: string[];
  /**
   * A note for editors. Visitors don't see it.
   */
  note: string | null;
  /**
   * The place where a source without a web page is kept, such as "The firm's files, under
   * Custodian".
   */
  record: string | null;
  /**
   * The day someone last compared the value with its source. Leave it out until someone has.
   */
  reviewed: string | null;
  /**
   * The publication or the record that the value was taken from.
   */
  source: string | null;
  /**
   * The web page of the source.
   */
  url: string | null;
  /**
   * The text that is shown, such as "30 minutes".
   */
  value: string | null;
  /**
   * The values by tax year, instead of `value` and `source`: a table [the-name.years.2025]
   * for each year.
   */
  years: {
    [k: string]: ValueOfYear;
  };
}
/**
 * The value of a fact in a tax year, and its source: either `value` or `date`.
 */
export interface ValueOfYear {
  /**
   * A deadline of the tax year, instead of `value`: 2026-01-15 is shown as January 15, 2026.
   */
  date: string | null;
  /**
   * A note for editors. Visitors don't see it.
   */
  note: string | null;
  /**
   * The place where a source without a web page is kept, such as "The firm's files, under
   * Custodian".
   */
  record: string | null;
  /**
   * The day someone last compared the value with its source. Leave it out until someone has.
   */
  reviewed: string | null;
  /**
   * "day" to show the date without its year: January 15.
   */
  show: DateForm | null;
  /**
   * The publication or the record that the value was taken from.
   */
  source: string;
  /**
   * The last year that has this value by law, if it is later than the year of the table.
   */
  through: number | null;
  /**
   * The web page of the source.
   */
  url: string | null;
  /**
   * The text that is shown, such as "$15,750".
   */
  value: string | null;
}
/**
 * The fees and terms of the two firms.
 */
export interface Fees {
  /**
   * The reason why two fee schedules disagree. Without it, `cargo site check` warns, and
   * says where they differ and by how much.
   */
  acknowledged_difference: string | null;
  /**
   * The fee schedules, each under its own name: [schedules.the-name].
   */
  schedules: {
    [k: string]: FeeSchedule;
  };
  /**
   * The fees of the tax firm, in the order shown.
   *
   * @minItems 1
   */
  tax_services: TaxService[];
  terms: AgreementTerms;
}
/**
 * The fee of a portfolio, by its value.
 */
export interface FeeSchedule {
  billing: Billing;
  /**
   * Worked examples; each must agree with the schedule.
   */
  examples: FeeExample[];
  /**
   * The minimum fee, if there is one.
   */
  minimum: MinimumFee | null;
  /**
   * The tiers from the lowest to the highest, without gaps or overlaps.
   *
   * @minItems 1
   */
  tiers: Tier[];
  /**
   * The service that the fee is for.
   */
  title: string;
}
/**
 * A worked example. It must agree with its schedule.
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
   * The fee per month, rounded to whole dollars.
   */
  monthly: number;
}
/**
 * The minimum fee.
 */
export interface MinimumFee {
  /**
   * The amount per year in whole dollars, if the firm states it.
   */
  annual: number | null;
  /**
   * The words shown instead of an amount, such as "Discuss with Advisor".
   */
  label: string;
}
/**
 * A range of portfolio values with one rate. Both bounds are part of it.
 */
export interface Tier {
  /**
   * The lowest value in whole dollars.
   */
  from: number;
  /**
   * The name of the tier on fee pages. The build makes it from the bounds; in content files
   * it is empty.
   */
  label: string;
  /**
   * The annual rate in basis points: 125 is 1.25%. Only the first tier may lack a rate, and
   * only under cliff billing in a schedule with a minimum fee, which then applies instead.
   */
  rate: number | null;
  /**
   * The highest value in whole dollars. Leave it out in the last tier.
   */
  up_to: number | null;
}
/**
 * A service of the tax firm, and its minimum fee.
 */
export interface TaxService {
  description: string;
  /**
   * Its name in tokens: business becomes {tax-minimum-business}.
   */
  id: string;
  /**
   * The parts of the service, in the order shown.
   *
   * @minItems 1
   */
  includes: string[];
  /**
   * The minimum fee in whole dollars.
   */
  minimum: number;
  service: string;
}
/**
 * The terms of the wealth management agreement.
 */
export interface AgreementTerms {
  /**
   * The agreement that states these terms and the fees: the name of a link in
   * content/site.toml, under [external].
   */
  agreement: string;
  /**
   * How long a client commits, in words.
   */
  commitment: string;
  /**
   * The smallest amount that a client invests, in whole dollars.
   */
  investment_minimum: number;
  /**
   * The days of notice required to end the agreement.
   */
  termination_notice_days: number;
  /**
   * Eligible accounts move to the custodian within this number of days.
   */
  transfer_days: number;
  /**
   * The quarter-ends. Fees are computed from the values on these days.
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
 * A button: its label and its link.
 */
export interface Action {
  href: ResolvedLink;
  label: string;
}
/**
 * A service, and what it includes.
 */
export interface ServiceCard {
  action: Action | null;
  description: Node[];
  /**
   * The parts of the service, in the order shown.
   */
  features: string[];
  /**
   * Shown if the card has neither a picture nor an illustration.
   */
  icon: Icon;
  /**
   * A drawing of 640 by 360 at the top of the card, such as service-planning.svg. It is
   * decoration and has no description. `image` replaces it.
   */
  illustration: string | null;
  /**
   * A picture with content, and so with a description.
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
 * A planning step next to the tax step on the same subject.
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
   * As shown on pages: January 15, October, May to June.
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
   * `None` for the whole month.
   */
  day: number | null;
  /**
   * 1 for January to 12 for December.
   */
  month: number;
}
/**
 * The labels of the kinds of entries, in the legend and in each entry.
 */
export interface CalendarLabels {
  fee: string;
  meeting: string;
  /**
   * The label of the next entry, such as "Next".
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
 * A question, and its answer.
 */
export interface Question {
  answer: Node[];
  /**
   * The question's anchor, such as fund-costs. A link to it opens the answer. Without an id,
   * the anchor is made of the question's words and changes with them.
   */
  id: string | null;
  question: string;
}
/**
 * The labels around the questions.
 */
export interface FaqLabels {
  /**
   * The same button once all answers are open: it closes them.
   */
  fold: string;
  /**
   * The name, for screen readers, of the list of links to the categories.
   */
  index: string;
  /**
   * The button that opens all answers when they are closed in a narrow window.
   */
  open: string;
}
/**
 * A member of the team: a person or a partner firm.
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
   * The link for the details, such as contact:phone.
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
 * An appointment, and the external page where visitors book it.
 */
export interface Appointment {
  /**
   * A sentence on the purpose of the appointment.
   */
  description: string;
  /**
   * The button's label.
   */
  label: string;
  link: string;
}
/**
 * A point, and the agreement on it.
 */
export interface Term {
  detail: Node[];
  title: string;
}
/**
 * A check, and a description of it.
 */
export interface AccessibilityCheck {
  /**
   * The name of the check, so that the page can't list a check that the tests don't run.
   */
  check: CheckName;
  detail: Node[];
  title: string;
}
/**
 * A question to ask, and what to listen for.
 */
export interface SheetQuestion {
  /**
   * A sentence or two on a good answer.
   */
  listen_for: string;
  question: string;
}
/**
 * The data of a page for browsers, search engines and social networks.
 */
export interface PageMeta {
  /**
   * The address that search engines list; without it, the page's own.
   */
  canonical: string | null;
  /**
   * One or two sentences for search results.
   */
  description: string;
  /**
   * true: a draft, which `cargo site dev` shows and builds leave out. Delete the line to
   * publish the page.
   */
  draft: boolean;
  /**
   * Words that help search engines find the page.
   */
  keywords: string[];
  /**
   * A service offered in one area, for search engines.
   */
  local_service: LocalService | null;
  /**
   * true: the newsletter's pop-up appears on this page.
   */
  newsletter_prompt: boolean;
  /**
   * true: the page asks search engines not to list it.
   */
  noindex: boolean;
  /**
   * The page's name in breadcrumbs, in a word or two.
   */
  short_title: string;
  /**
   * The picture shown when the page is shared, 1200 by 630 pixels; without it, the build
   * makes one from the title and the hero.
   */
  social_image: Image | null;
  /**
   * The title in the browser's tab and in search results; the site's name is added.
   */
  title: string;
  /**
   * The page stays at its address, but visitors may no longer rely on it. It gets a banner,
   * and lists, the sitemap and search engines leave it out.
   */
  withdrawn: Withdrawn | null;
}
/**
 * A service offered in one area, for search engines.
 */
export interface LocalService {
  /**
   * The towns and regions served.
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
   * True if a page returns to the address later, or has ended on schedule (302). Set when
   * content is compiled.
   */
  temporary: boolean;
  /**
   * The page it has moved to (301).
   */
  to: ResolvedLink | null;
}
/**
 * The two firms, their contact details, and the parts that every page shows.
 */
export interface Site {
  /**
   * Text that the list of articles and every article share.
   */
  articles: ArticleDefaults;
  contact: Contact;
  /**
   * The disclaimers, each under its own name. Articles and blocks refer to them by name.
   */
  disclaimers: {
    [k: string]: string;
  };
  /**
   * Links to other sites, each under its own name: [external.the-name]. Content refers to
   * them as external:the-name.
   */
  external: {
    [k: string]: ExternalLink;
  };
  firms: Firms;
  /**
   * The first `origin` of a site that has moved to another one. Feed readers and calendar
   * programs identify articles and dates by it, so keep it in all later moves. Leave it out
   * if the site hasn't moved.
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
   * true: the server redirects visitors who use another host name to the host of the origin.
   * The default is false.
   */
  redirect_other_hosts: boolean;
  security: SecurityContact;
  /**
   * The towns and regions served, in the order shown.
   *
   * @minItems 1
   */
  service_areas: string[];
  /**
   * The year when the firm began, such as "{clients-since}". No date in the content may be
   * earlier. Visitors don't see this value.
   */
  since: string | null;
  /**
   * The drawing next to the title in the shared picture of a page that has no hero.
   */
  social_image: Image;
  /**
   * One line about what the firms do.
   */
  tagline: string;
  /**
   * The color of the browser's own bars, such as #1b4d8f.
   */
  theme_color: string;
  time_zone: string;
  /**
   * Text on every withdrawn page and article.
   */
  withdrawn: WithdrawnDefaults;
}
/**
 * Text that every article shares.
 */
export interface ArticleDefaults {
  /**
   * The place where readers learn about the authors, such as /about#team. Authors' names
   * link to it.
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
   * Articles that start on or after this day are listed by their start, the latest first.
   * Earlier articles, and those without a day, keep the place that their `id` gives them.
   */
  listed_by_day_from: string;
  /**
   * The name, for screen readers, of the links to the previous and the next article.
   */
  neighbors_label: string;
  /**
   * The label above the title of the article listed after.
   */
  next_label: string;
  /**
   * The label above the title of the article listed before.
   */
  previous_label: string;
  /**
   * The heading of the list of references.
   */
  references_heading: string;
  /**
   * The heading of the articles offered below an article.
   */
  related_heading: string;
}
/**
 * The ways to reach the firm. No other file repeats these details.
 */
export interface Contact {
  /**
   * The office. Texts quote it as {address}.
   */
  address: Address;
  /**
   * Days when the office is closed, each beginning with [[contact.closed]]. The cards show
   * them with the hours.
   */
  closed: ClosedDays[];
  directions: string;
  /**
   * The general address. Texts quote it as {email}.
   */
  email: string;
  /**
   * Business hours, in the order shown. Texts quote them as {hours}.
   *
   * @minItems 1
   */
  hours: OpeningHours[];
  /**
   * The page of an external map service, which /contact embeds.
   */
  map: string;
  /**
   * A drawn map of the way to the office, shown on /contact until a visitor asks for the
   * embedded one, and on paper.
   */
  map_image: Image;
  /**
   * A description of the embedded map, for people who can't see it.
   */
  map_title: string;
  /**
   * As shown, such as (918) 555-0142. Texts quote it as {phone}.
   */
  phone: string;
}
/**
 * The street address of the office.
 */
export interface Address {
  city: string;
  /**
   * The two letters of the country.
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
   * The two letters of the state.
   */
  region: string;
  street: string;
}
/**
 * Days when the office is closed.
 */
export interface ClosedDays {
  /**
   * The last day. It can be the first day, too.
   */
  ends: string;
  /**
   * The first day when visitors see the words; without it, 14 days before the first closed
   * day.
   */
  shown: string | null;
  /**
   * The first day, such as 2026-12-24.
   */
  starts: string;
  /**
   * The words shown with the hours, such as "Closed December 24 to January 1".
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
   * As shown on pages: Monday to Thursday.
   */
  label: string;
  /**
   * In the form of schema.org: Mo-Th.
   */
  schema_org: string;
}
/**
 * The hours of a day.
 */
export interface ResolvedOpenHours {
  /**
   * As shown on pages: 8:30am-5pm, closed.
   */
  label: string;
  /**
   * Each stretch of hours in the form of schema.org: 08:30-17:00. Empty if the office is
   * closed.
   */
  schema_org: string[];
}
/**
 * A link to another site.
 */
export interface ExternalLink {
  /**
   * The subject of the other site.
   */
  description: Node[] | null;
  href: string;
  label: string;
  /**
   * The date of the version, for a document that has one.
   */
  version: string | null;
}
/**
 * The two firms.
 */
export interface Firms {
  /**
   * The registered investment adviser. Texts quote its name as {firm}.
   */
  advisory: AdvisoryFirm;
  /**
   * The tax preparation firm. Texts quote its name as {tax-firm}.
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
   * The regulator of the firm: "SEC", or "state" for one or more states. A firm registered
   * with the SEC links to its Form CRS in the footer.
   */
  registration: Registration;
}
/**
 * The tax preparation firm.
 */
export interface Firm {
  description: string;
  /**
   * The kind of firm, such as "Tax preparation firm".
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
   * The copyright holder. The site adds the year.
   */
  copyright: string;
  /**
   * The disclosure that the law requires on every page.
   */
  disclosure: string;
  /**
   * A link at the end of the disclosure, such as one to the accessibility page.
   */
  disclosure_link: Action | null;
  /**
   * The links to documents, such as the privacy policy, the brochure and the agreement.
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
 * A link, and its name.
 */
export interface NavigationLink {
  href: ResolvedLink;
  name: string;
}
/**
 * A person at the firm.
 */
export interface Person {
  /**
   * Certifications and degrees, in the order shown, such as "CERTIFIED FINANCIAL PLANNER®
   * professional". They are shown with the name below each article.
   *
   * @minItems 1
   */
  credentials: string[];
  job_title: string;
  name: string;
  /**
   * The small picture next to the name.
   */
  portrait: Image;
}
/**
 * The header of every page.
 */
export interface Header {
  action: Action;
  /**
   * The words on the button next to the menu on small screens, which calls the phone number
   * in [contact].
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
 * How long browsers use only HTTPS for the site after a visit (HTTP Strict Transport
 * Security).
 */
export interface Hsts {
  hosts: HstsHosts;
  /**
   * Days since the last visit; at most three years. 0 ends this at the next visit.
   */
  max_age_days: number;
}
/**
 * Short labels that many pages share: for buttons, for terms in cards, and for screen readers.
 */
export interface Labels {
  /**
   * The label before the yearly fee in a worked example.
   */
  annual_fee: string;
  /**
   * The words after the number of articles in a category with one article.
   */
  article_found: string;
  /**
   * The words after the number of articles in a category with several articles or none.
   */
  articles_found: string;
  /**
   * The label before the assets in a worked example in an article.
   */
  assets: string;
  /**
   * The word before the name of an article's author.
   */
  author: string;
  /**
   * The label before the problem of a hypothetical client.
   */
  challenge: string;
  /**
   * The button that closes the navigation.
   */
  close: string;
  /**
   * The label before the email address in contact details.
   */
  email: string;
  /**
   * The label before the business hours in contact details.
   */
  hours: string;
  /**
   * The button that opens the navigation on small screens, and the name of that navigation.
   */
  menu: string;
  /**
   * The words after an article's reading time, which is a number of minutes.
   */
  minutes: string;
  /**
   * The name of the header's navigation for screen readers, which add the word "navigation".
   */
  navigation: string;
  /**
   * The words that screen readers say, in parentheses, after a link to another site.
   */
  new_tab: string;
  /**
   * The label before the street address in contact details.
   */
  office: string;
  /**
   * The label before the phone number in contact details.
   */
  phone: string;
  /**
   * The label before the planning firm's step on a coordination card.
   */
  planning_step: string;
  /**
   * The label before the quarterly fee in a worked example.
   */
  quarterly_fee: string;
  /**
   * The first link that the keyboard reaches on every page. It leads past the header, to the
   * content.
   */
  skip: string;
  /**
   * The label before the solution.
   */
  solution: string;
  /**
   * The words that screen readers say before the columns of a table that scrolls sideways.
   */
  table: string;
  /**
   * The label before the tax firm's step on a coordination card.
   */
  tax_step: string;
}
/**
 * The monthly newsletter, which an external mailing service hosts.
 */
export interface Newsletter {
  /**
   * The label of buttons that lead to the sign-up page.
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
   * The name of the close button, for screen readers.
   */
  close_label: string;
  /**
   * Milliseconds from the page's load until the pop-up appears; at most an hour.
   */
  delay_ms: number;
  heading: string;
  /**
   * The label of the button that leads to the sign-up page.
   */
  label: string;
}
/**
 * The address for security researchers' reports (/.well-known/security.txt).
 */
export interface SecurityContact {
  contact: string;
  /**
   * The expiration date of the file, at most a year in the future.
   */
  expires: string;
}
/**
 * Text on every withdrawn page and article.
 */
export interface WithdrawnDefaults {
  /**
   * The heading of the banner, before the date: "Withdrawn on".
   */
  heading: string;
  /**
   * The label before the link to the page to read instead: "Read instead".
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
