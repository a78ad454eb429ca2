//! The specification's table of articles, held on the pages as they are served.

mod common;
mod readable;

use common::Server;

/// Slug, date as shown, minutes to read; 0 where the specification gives none.
const ARTICLES: [(&str, &str, u32); 15] = [
    (
        "calmer-more-proactive-investment-experience",
        "July 15, 2025",
        0,
    ),
    (
        "stuck-in-the-middle-sandwich-generation",
        "July 18, 2025",
        8,
    ),
    (
        "new-year-update-2024-reflections-and-2025-expectations",
        "January 20, 2025",
        7,
    ),
    ("elections-market-reactions", "October 21, 2024", 6),
    (
        "what-will-new-administration-do-first",
        "November 20, 2024",
        6,
    ),
    ("lower-interest-rates-now-what", "September 25, 2024", 5),
    (
        "what-happens-next-market-rollercoaster",
        "August 21, 2024",
        6,
    ),
    (
        "new-presidential-candidate-what-it-could-mean",
        "July 24, 2024",
        5,
    ),
    ("feeling-the-vibecession", "July 30, 2024", 5),
    ("can-stocks-go-higher", "April 17, 2024", 6),
    ("is-inflation-rising-again", "February 8, 2024", 6),
    ("what-does-2024-have-in-store", "January 4, 2024", 8),
    ("how-does-economy-look-to-you", "November 8, 2023", 6),
    (
        "traveling-without-insurance-retirees-stay-safe",
        "June 1, 2023",
        10,
    ),
    ("retire-before-your-spouse", "June 15, 2023", 8),
];

#[test]
fn dates_and_reading_times_are_those_of_the_specification() {
    let server = Server::start();
    for (slug, date, minutes) in ARTICLES {
        let page = server.get(&format!("/blog/{slug}"), &[]).page();
        let shown: String = readable::select(&page, "main")
            .into_iter()
            .map(readable::body)
            .collect();
        assert!(shown.contains(date), "{slug}: expected {date}");
        let reading_time = format!(" {minutes} min read");
        assert!(
            minutes == 0 || shown.contains(&reading_time),
            "{slug}: expected{reading_time}"
        );
    }
}

/// Dates are given for no article but those of the table and integrated planning.
#[test]
fn no_date_is_invented() {
    let server = Server::start();
    for article in site_content::CONTENT.articles.iter() {
        let slug = &*article.slug;
        let dated = ARTICLES.iter().any(|(known, ..)| *known == slug)
            || slug == "integrated-tax-and-financial-planning";
        let page = server.get(&article.route, &[]).page();
        // Cards of related articles carry their own dates.
        let times = readable::select(&page, ".article-hero time");
        assert_eq!(!times.is_empty(), dated, "{slug}");
    }
}
