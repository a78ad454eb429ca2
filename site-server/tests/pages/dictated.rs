//! The parts of the specification that `content/` provides: text, fees, hours, dates. One snapshot has each line of the specification,
//! followed by what the pages show for it, so a difference reveals a loss. Behavior of the code is tested in a browser, by
//! `web/tests/browser/contract.spec.ts`.

use std::fmt::Write;

use scraper::{ElementRef, Html};

use super::{NOWHERE, SITE, STARTS, page, plain};
use crate::readable;
use crate::taken::Folder;

/// A line of the specification, and where the pages show it.
struct Line {
    section: u8,
    /// The text of the specification.
    says: &'static str,
    shown: Shown,
}

enum Shown {
    /// The elements of a page that match a selector.
    Elements(&'static str, &'static str),
    /// The number of elements of a page that match a selector.
    Count(&'static str, &'static str),
    /// The pages that contain each of these texts. An empty list of pages means all pages.
    Words(&'static [&'static str], &'static [&'static str]),
    /// The pages with an element that matches a selector.
    Pages(&'static str),
    /// The status of each address.
    Statuses(&'static [&'static str]),
}

use Shown::{Count, Elements, Pages, Statuses, Words};

const fn line(section: u8, says: &'static str, shown: Shown) -> Line {
    Line {
        section,
        says,
        shown,
    }
}

const LINES: &[Line] = &[
    line(
        2,
        "Route table",
        Statuses(&[
            "/",
            "/financial-services",
            "/tax-services",
            "/about",
            "/contact",
            "/schedule",
            "/working-with-us",
            "/faq",
            "/fees",
            "/fee-calculator",
            "/blog",
            "/tulsa-financial-planning",
            "/owasso-financial-planning",
            "/broken-arrow-tax-preparation",
            "/current-job-openings",
            NOWHERE,
        ]),
    ),
    line(
        2,
        "Article slugs seen include",
        Elements("/blog", ".article-card h3"),
    ),
    line(
        2,
        "Shared header: Home; Services (Wealth Management, Tax Services); Working With Us; Fees; FAQs; Blog; About Us; Contact",
        Elements("/", ".site-nav > ul > li:not(:last-child)"),
    ),
    line(
        2,
        "Shared header: Client Resources, four external links",
        Elements("/", ".site-nav > ul > li:last-child"),
    ),
    line(
        2,
        "Shared header: a Schedule Meeting button to /schedule",
        Elements("/", ".site-action"),
    ),
    line(
        2,
        "Shared footer: logo, tagline, service areas, phone, general email, street address",
        Elements("/", ".footer-firm"),
    ),
    line(
        2,
        "Shared footer: Our Services; Quick Links",
        Elements("/", ".footer-main > nav"),
    ),
    line(
        2,
        "Shared footer: a Schedule Meeting button; social links (Facebook, X, LinkedIn) and a business-listing link",
        Elements("/", ".footer-meet"),
    ),
    line(
        2,
        "Shared footer: privacy policy, ADV Part 2, wealth management agreement; a copyright line with the current year",
        Elements(
            "/",
            ".footer-law > .footer-links, .footer-law p:has([data-year])",
        ),
    ),
    line(
        2,
        "Home: hero titled 'Your Financial Life, Fully Integrated.' with buttons to /schedule and to the newsletter signup",
        Elements("/", ".hero h1, .hero .actions"),
    ),
    line(
        2,
        "Home: two cards linking to /financial-services and /tax-services",
        Elements("/", ".service_cards .card-action"),
    ),
    line(
        2,
        "Home: 'What Makes Us Different': Integration, Stability, Convenience, Peace of Mind, Practical Approach",
        Elements("/", ".value_cards :is(h2, h3)"),
    ),
    line(
        2,
        "Home: 'Who We Help': Pre-Retiree Couple, Recently Retired, Still Working; with a disclaimer",
        Elements("/", ".case_studies :is(h2, h3, .disclaimer)"),
    ),
    line(
        2,
        "Home: 'Two Firms, Coordinated Services'",
        Elements("/", ".two_firms :is(h2, h3, .eyebrow)"),
    ),
    line(
        2,
        "Home: a step-by-step path section linking to /working-with-us",
        Elements("/", ".process :is(h2, .actions)"),
    ),
    line(
        2,
        "Home: founder introduction linking to /about and /schedule",
        Elements("/", "#founder :is(h2, .actions)"),
    ),
    line(
        2,
        "Home: service area section; contact information; newsletter subscribe section",
        Elements(
            "/",
            ":is(.service_areas, .contact_details, .newsletter_signup) :is(h2, dt, .actions)",
        ),
    ),
    line(
        2,
        "Home: professional memberships (four external links)",
        Elements("/", ".external_links li a"),
    ),
    line(
        2,
        "/financial-services: six service cards, each with a feature list",
        Elements("/financial-services", "#services .card h3"),
    ),
    line(
        2,
        "/financial-services: links to /tax-services, /blog/three-pronged-investment-approach and {token}; an investment strategy card",
        Elements(
            "/financial-services",
            "#coordination a, #investment-strategy :is(h2, h3)",
        ),
    ),
    line(
        2,
        "/financial-services: a closing call to action to /schedule and to the newsletter",
        Elements("/financial-services", ".call_to_action .actions"),
    ),
    line(
        2,
        "/tax-services: four service cards; four planning-plus-tax coordination cards; reasons to choose; filing details",
        Elements(
            "/tax-services",
            ":is(.service_cards, .coordination_cards) h3, :is(.value_cards, .terms) :is(h2, h3, dt)",
        ),
    ),
    line(
        2,
        "/tax-services: links to /financial-services, /blog/proactive-tax-planning-save-retirees-money and /blog/tax-loss-harvesting-better-money; call to action to /schedule",
        Elements("/tax-services", "#further-reading a, .call_to_action a"),
    ),
    line(
        2,
        "/tax-services: electronic filing",
        Words(&["/tax-services"], &["electronic"]),
    ),
    line(
        2,
        "/about: leadership and credentials; team section with the founder, a paraplanner and a back-office investment partner",
        Elements("/about", "#leadership h2, #team :is(h2, h3, .eyebrow)"),
    ),
    line(
        2,
        "/about: values; philosophy",
        Elements("/about", ".value_cards :is(h2, h3)"),
    ),
    line(
        2,
        "/about: certification and membership profile links (six external directory links)",
        Elements("/about", ".external_links li a"),
    ),
    line(
        2,
        "/about: contact information; calls to action to /schedule",
        Elements("/about", ".contact_details h2, main a[href='/schedule']"),
    ),
    line(
        2,
        "/contact: hero with a button to /schedule",
        Elements("/contact", ".hero .actions"),
    ),
    line(
        2,
        "/contact: 'Get In Touch' grid: Phone, Email, Office Location, Business Hours",
        Elements(
            "/contact",
            ".contact_cards :is(h2, h3, .contact-card-details)",
        ),
    ),
    line(
        2,
        "/contact: the address, a Get Directions link and a phone link",
        Elements("/contact", ".office_visit :is(address, .actions)"),
    ),
    line(
        2,
        "/contact: Tulsa, Owasso, Broken Arrow, Bixby; all of Oklahoma, nationwide virtual, phone and Zoom, in person",
        Elements("/contact", ".service_areas li"),
    ),
    line(
        2,
        "/contact: a newsletter button",
        Elements("/contact", ".newsletter_signup .actions"),
    ),
    line(
        2,
        "/schedule: Wealth Management Intro, Tax Preparation Intro; 30 Minute, 60 Minute",
        Elements("/schedule", ".appointments :is(h2, .card-action)"),
    ),
    line(
        2,
        "/working-with-us: two service cards",
        Elements("/working-with-us", ".service_cards h3"),
    ),
    line(
        2,
        "/working-with-us: a 7-step wealth management process",
        Count("/working-with-us", "#wealth-process .process-step"),
    ),
    line(
        2,
        "/working-with-us: a 4-step tax process",
        Count("/working-with-us", "#tax-process .process-step"),
    ),
    line(
        2,
        "/working-with-us: six expectation cards",
        Count("/working-with-us", "#expectations .value-card"),
    ),
    line(
        2,
        "/working-with-us: six example client case studies with a disclaimer",
        Elements("/working-with-us", ".case_studies :is(h3, .disclaimer)"),
    ),
    line(
        2,
        "/working-with-us: a fee transparency section linking to /fees; a call to action to /schedule",
        Elements(
            "/working-with-us",
            "#fee-transparency :is(h2, a[href='/fees']), .call_to_action a",
        ),
    ),
    line(
        2,
        "/faq: twelve categories of question-and-answer cards",
        Elements("/faq", ".faq-category h2"),
    ),
    line(
        2,
        "/fees: tier cards; calculator; a link to the agreement document; tax fee cards; coordinated-services cards; a call to action to /schedule",
        Elements(
            "/fees",
            "main h2, .fee_tiers .block-heading a, .tax_fees h3, .coordination_cards h3, .call_to_action a",
        ),
    ),
    line(
        2,
        "/fee-calculator links to /fees and /schedule",
        Elements(
            "/fee-calculator",
            "main a[href='/fees'], main a[href='/schedule']",
        ),
    ),
    line(
        2,
        "/blog: heading; category filter chips; an empty state",
        Elements("/blog", "h1, .article_filter a"),
    ),
    line(
        2,
        "/blog/{slug}: back link labelled 'Back to Blog' or similar; a button labelled 'Schedule a Consultation' (variant 'Schedule Consultation')",
        Elements(
            "/blog/market-drop",
            ".article-hero .back-link, .article-close .button",
        ),
    ),
    line(
        2,
        "Articles with date and reading time",
        Elements("/blog", ".article-card:has(time) :is(h3, .byline)"),
    ),
    line(
        2,
        "(author shown as the firm)",
        Elements(
            "/blog/traveling-without-insurance-retirees-stay-safe",
            ".article-hero .byline span:first-child",
        ),
    ),
    line(
        2,
        "Local pages: buttons to /schedule and to one of /working-with-us, /faq or /tax-services (Tulsa)",
        Elements("/tulsa-financial-planning", ".hero .actions"),
    ),
    line(
        2,
        "the same (Owasso)",
        Elements("/owasso-financial-planning", ".hero .actions"),
    ),
    line(
        2,
        "the same (Broken Arrow)",
        Elements("/broken-arrow-tax-preparation", ".hero .actions"),
    ),
    line(
        2,
        "Local pages: office address and phone; a link to /contact",
        Pages("main:has(.service_cards):has(.contact_details address):has(a[href='/contact'])"),
    ),
    line(
        2,
        "The office is 15 to 20 minutes from the nearby cities",
        Words(&[], &["15 to 20 minutes"]),
    ),
    line(
        2,
        "404: heading, buttons to /, /financial-services, /tax-services, /blog, /contact; document title",
        Elements(NOWHERE, "title, h1, .actions"),
    ),
    line(
        4,
        "Newsletter modal: 'Get The Monthly Brief'; it appears on the home page, the /fees page and the /blog page",
        Pages("dialog.newsletter-prompt"),
    ),
    line(
        4,
        "Newsletter modal: hidden by its close button or by its subscribe link",
        Elements("/", "dialog.newsletter-prompt :is(h2, .actions)"),
    ),
    line(
        5,
        "No other forms or inputs exist",
        Pages("form, input, select, textarea"),
    ),
    line(
        5,
        "The placeholder example is 750000",
        Elements("/fees", ".calculator input"),
    ),
    line(
        8,
        "404: 'Sorry, we couldn't find the page you're looking for. The page may have been moved, deleted, or the URL might be incorrect.' plus a link to contact",
        Elements(NOWHERE, ".hero .hero-lede"),
    ),
    line(
        8,
        "'No articles found for this category.' with a reset button",
        Elements("/blog", "[data-empty]"),
    ),
    line(
        8,
        "'Enter a portfolio value above to see your calculated fee'",
        Elements("/fees", ".calculator .calculator-prompt"),
    ),
    line(
        9,
        "Reading A: the calculator's tiers",
        Elements("/fees", ".fee_tiers .tier"),
    ),
    line(
        9,
        "Reading B: the static page's tiers",
        Elements("/fee-calculator", ".fee_tiers .tier"),
    ),
    line(
        9,
        "Reading B: worked examples",
        Elements("/fee-calculator", ".fee-table tr"),
    ),
    line(
        9,
        "Reading B: a minimum fee applies (amount not shown); financial planning is included",
        Words(
            &["/fee-calculator"],
            &["minimum fee", "financial planning is included"],
        ),
    ),
    line(
        9,
        "Fees are computed on quarter-end values (Mar 31, Jun 30, Sep 30, Dec 31)",
        Words(
            &["/fees"],
            &["quarter-end values", "Mar 31", "Jun 30", "Sep 30", "Dec 31"],
        ),
    ),
    line(
        9,
        "Accounts are to be moved to the custodian within 90 days",
        Words(&["/fees"], &["90 days"]),
    ),
    line(
        9,
        "Investment minimum: 250,000",
        Words(&["/fees"], &["Investment Minimum $250,000"]),
    ),
    line(
        9,
        "Commitment: one year. Termination notice: 30 days",
        Words(&["/fees"], &["one year", "30 days"]),
    ),
    line(
        9,
        "Tax preparation minimums: business 1,000; individual 1040 500; amended 500; dependent 250",
        Elements("/fees", ".tax_fees :is(h3, .tax-fee-price)"),
    ),
    line(
        9,
        "Free initial consultation: 30 minutes, virtual or in person",
        Words(
            &["/", "/schedule", "/working-with-us", "/faq"],
            &["complimentary", "30 min", "in person"],
        ),
    ),
    line(
        9,
        "Within 24 business hours (phone and email)",
        Words(&[], &["within 24 business hours"]),
    ),
    line(
        9,
        "Business hours: Monday to Thursday 8:30am-5pm; Friday closed",
        Words(
            &[],
            &["Monday to Thursday", "8:30am-5pm", "Friday", "closed"],
        ),
    ),
    line(
        9,
        "Newsletter modal delay: 45 seconds (45000 ms)",
        Elements("/", "[data-island=newsletter_prompt] > script"),
    ),
    line(
        9,
        "Process timelines: 30 min, 60 min, 2-3 weeks, 1-2 days, 2-4 weeks; 1-2 weeks, 1-2 weeks, same-day filing",
        Elements("/working-with-us", ".process-timeline"),
    ),
    line(
        9,
        "Four meetings in the first three months, then twice per year (surge periods)",
        Words(
            &["/faq"],
            &[
                "four meetings in the first three months",
                "twice per year",
                "surge period",
            ],
        ),
    ),
    line(
        9,
        "ACH takes 1-3 business days, plus 1-2 for trade settlement",
        Words(&["/faq"], &["1-3 business days", "1-2"]),
    ),
    line(
        9,
        "Fund expense ratios 0.22% to 0.50%",
        Words(&[], &["0.22% to 0.50%"]),
    ),
    line(
        9,
        "17+ years (home and about trust cards)",
        Words(&[], &["17+ years"]),
    ),
    line(
        9,
        "Over 20 years (about text)",
        Words(&[], &["over 20 years"]),
    ),
    line(9, "Clients served since 2008", Words(&[], &["since 2008"])),
    line(
        9,
        "The office is in an office park in Tulsa, OK; a coordinate pair",
        Elements(
            "/contact",
            "meta[name='theme-color'], meta[name^='geo.'], .office_visit address",
        ),
    ),
    line(
        9,
        "2025: standard deduction 15,750 single, 23,625 head of household, 31,500 joint",
        Words(&[], &["$15,750", "$23,625", "$31,500"]),
    ),
    line(
        9,
        "2025: senior deduction 6,000; child credit 2,200; SALT cap 40,000",
        Words(&[], &["$6,000", "$2,200", "$40,000"]),
    ),
    line(
        9,
        "Estimated tax for 2025: April 15, June 16, September 15 and January 15, 2026; 20-30% of profits",
        Words(
            &[],
            &[
                "April 15",
                "June 16",
                "September 15",
                "January 15, 2026",
                "20-30%",
            ],
        ),
    ),
    line(
        9,
        "1099-NEC threshold $600 for 2025 and $2,000 from 2026",
        Words(&[], &["1099-NEC", "$600", "$2,000"]),
    ),
    line(
        9,
        "1099-K threshold $20,000 and 200 transactions",
        Words(&[], &["1099-K", "$20,000", "200 transactions"]),
    ),
    line(
        9,
        "Solo 401(k) contributions about $70,000",
        Words(&[], &["Solo 401(k)", "$70,000"]),
    ),
    line(
        9,
        "Liquidity reserve of three to six months",
        Words(&[], &["three to six months"]),
    ),
    line(
        9,
        "Qualified charitable distribution from age 70½, deadline December 31",
        Words(
            &[],
            &["qualified charitable distribution", "70½", "December 31"],
        ),
    ),
    line(9, "4% withdrawal rule", Words(&[], &["4%", "withdraw"])),
    line(
        9,
        "10% additional tax before age 59½",
        Words(&[], &["10%", "59½"]),
    ),
    line(
        9,
        "6 months of continuous travel may end a Medicare Advantage enrolment",
        Words(&[], &["6 months", "Medicare Advantage"]),
    ),
    line(
        9,
        "Rule of 55 (age 50 for public safety workers)",
        Words(&[], &["Rule of 55", "50", "public safety"]),
    ),
    line(
        9,
        "$3,000 annual limit on capital losses; 30-day wash-sale window",
        Words(&[], &["$3,000", "wash sale", "30 days"]),
    ),
    line(
        9,
        "40 credits for Social Security",
        Words(&[], &["40 credits"]),
    ),
    line(
        9,
        "$250,000 or $500,000 home-sale exclusion",
        Words(&[], &["$250,000", "$500,000", "exclusion"]),
    ),
    line(
        9,
        "Roth conversion tax rates 10% to 37%",
        Words(&[], &["Roth", "10% to 37%"]),
    ),
    line(
        9,
        "2% inflation target",
        Words(&[], &["2%", "inflation", "target"]),
    ),
    line(
        9,
        "Buckets: cash year 1, bonds years 2 to 10, growth 10+ years",
        Words(&[], &["year 1", "years 2 to 10", "10+ years"]),
    ),
];

#[test]
fn what_the_specification_dictates() {
    let folder = Folder::at("site-server/tests/snapshots");
    for (edition, start) in STARTS.iter().enumerate() {
        let shown = plain(&lines(edition));
        folder.holds("dictated", start, &shown, |snapshot| {
            insta::with_settings!({
                snapshot_path => "../snapshots",
                prepend_module_to_snapshot => false,
                omit_expression => true,
            }, {
                insta::assert_snapshot!(snapshot, shown);
            });
        });
    }
}

/// A page of an edition.
struct Page {
    path: &'static str,
    html: Html,
    /// The words of its main part, in lower case.
    words: String,
}

/// Each line of the specification, followed by what an edition's pages show for it.
fn lines(edition: usize) -> String {
    let mut pages = Vec::new();
    for path in super::pages(edition) {
        let html = page(path, edition);
        let words = body(&html).to_lowercase();
        pages.push(Page { path, html, words });
    }
    let mut out = String::new();
    for Line {
        section,
        says,
        shown,
    } in LINES
    {
        writeln!(out, "{section} {says}").expect("a string takes it");
        let found = show(shown, &pages, edition);
        if found.is_empty() {
            out += "    nothing\n";
        }
        for line in found {
            writeln!(out, "    {line}").expect("a string takes it");
        }
        out.push('\n');
    }
    out
}

/// The parts of an edition's pages that correspond to a line.
fn show(shown: &Shown, pages: &[Page], edition: usize) -> Vec<String> {
    match *shown {
        Elements(path, selector) => {
            let mut lines = Vec::new();
            for element in elements(pages, path, selector) {
                lines.push(words(element));
            }
            lines
        }
        Count(path, selector) => vec![elements(pages, path, selector).len().to_string()],
        Words(on, wanted) => {
            let mut found = Vec::new();
            for page in pages {
                if !on.is_empty() && !on.contains(&page.path) {
                    continue;
                }
                let mut wanted = wanted.iter();
                if wanted.all(|words| page.words.contains(&words.to_lowercase())) {
                    found.push(page.path.to_owned());
                }
            }
            found
        }
        Pages(selector) => {
            let mut found = Vec::new();
            for page in pages {
                let first = readable::select(&page.html, selector).into_iter().next();
                if let Some(element) = first {
                    found.push(format!("{}: {}", page.path, element.value().name()));
                }
            }
            found
        }
        Statuses(paths) => {
            let mut found = Vec::new();
            for path in paths {
                let row = SITE.find(path, edition);
                let row = row.unwrap_or(SITE.not_found(edition));
                found.push(format!("{} {path}", row.status));
            }
            found
        }
    }
}

/// The elements of one page. Empty if there is no such page.
fn elements<'a>(pages: &'a [Page], path: &str, selector: &str) -> Vec<ElementRef<'a>> {
    let page = pages.iter().find(|page| page.path == path);
    page.map_or_else(Vec::new, |page| readable::select(&page.html, selector))
}

/// An element on one line: its text with the targets of its links, or its attributes if it has no text.
fn words(element: ElementRef) -> String {
    let attribute = |name| element.attr(name).unwrap_or_default();
    match element.value().name() {
        "meta" => format!("{}: {}", attribute("name"), attribute("content")),
        "input" => format!("input placeholder: {}", attribute("placeholder")),
        "script" | "title" => element.text().collect(),
        _ => {
            let lines = readable::body(element);
            let lines: Vec<_> = lines.lines().map(str::trim).collect();
            lines.join(" ")
        }
    }
}

/// The text of a page, with quotes, dashes and spaces normalized.
fn body(page: &Html) -> String {
    let mut said = String::new();
    for main in readable::select(page, "main") {
        for text in main.text() {
            said += text;
            said.push(' ');
        }
    }
    let plain = said
        .replace(['‘', '’'], "'")
        .replace(['–', '‑', '−'], "-")
        .replace('\u{2060}', "");
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}
