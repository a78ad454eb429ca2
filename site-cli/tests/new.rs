//! `cargo site new`: what it makes passes the check, whoever asks for it.

mod house;

use house::{House, sound, stderr, stdout};

const ARTICLE: [&str; 10] = [
    "--category",
    "Economy",
    "--author",
    "founder",
    "--excerpt",
    "What a pause in rates means for savers, and what it does not.",
    "--hero",
    "hero.svg",
    "--alt",
    "An oak tree in autumn leaf.",
];

fn article(house: &House, arguments: &[&str]) -> std::process::Output {
    house.site(&[&["new", "article"], arguments, &ARTICLE].concat())
}

fn refused(house: &House, arguments: &[&str], why: &str) {
    let before = house.content();
    let output = house.site(arguments);
    let error = stderr(&output);
    assert!(
        !output.status.success(),
        "{arguments:?}: {}",
        stdout(&output)
    );
    assert!(error.contains(why), "{arguments:?}: {error}");
    assert_eq!(house.content(), before, "{arguments:?}");
}

#[test]
fn an_article_is_made_of_its_flags() {
    let house = House::small();
    let output = article(&house, &["Rates Pause: What's Next?"]);
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(
        stdout(&output).contains("wrote content/articles/rates-pause-whats-next.mdx"),
        "{}",
        stdout(&output)
    );
    let made = house.read("articles/rates-pause-whats-next.mdx");
    insta::with_settings!({ filters => vec![(r"# published = \d{4}-\d\d-\d\d", "# published = [today]")] }, {
        insta::assert_snapshot!("article", made);
    });
    sound(&house, "");
    // The notes are TOML as it may stand there.
    house.replace(
        "articles/rates-pause-whats-next.mdx",
        "# published",
        "published",
    );
    house.replace(
        "articles/rates-pause-whats-next.mdx",
        "# keywords",
        "keywords",
    );
    for line in ["[[references]]", "title", "publisher", "url"] {
        house.replace(
            "articles/rates-pause-whats-next.mdx",
            &format!("# {line}"),
            line,
        );
    }
    sound(&house, "");
    refused(
        &house,
        &[
            &["new", "article", "Rates pause – what’s next"][..],
            &ARTICLE,
        ]
        .concat(),
        "is there already",
    );
}

#[test]
fn hostile_titles_make_sound_articles() {
    let long = "Forty-one words on one subject ".repeat(17);
    let titles = [
        ("He said \"sell\" \\ 'hold' “buy”", "he-said-sell-hold-buy"),
        ("../../etc/passwd", "etc-passwd"),
        ("AC/DC, aux.toml", "ac-dc-aux-toml"),
        ("🎉 Party 👩‍💻", ""),
        ("שלום, עולם", ""),
        ("Two\nlines\tand  blanks", "two-lines-and-blanks"),
        ("{investment-minimum} and up", "investment-minimum-and-up"),
        ("+++", ""),
        (
            long.trim(),
            "forty-one-words-on-one-subject-forty-one-words-on-one-subject-forty",
        ),
    ];
    let house = House::small();
    let before = house.content().len();
    for (title, slug) in titles {
        let output = if title == "+++" {
            article(&house, &[title, "--slug", "plus"])
        } else {
            article(&house, &[title])
        };
        assert!(output.status.success(), "{title}: {}", stderr(&output));
        if !slug.is_empty() {
            assert!(
                house.file(&format!("articles/{slug}.mdx")).exists(),
                "{title}: {}",
                stdout(&output)
            );
        }
    }
    assert_eq!(house.content().len(), before + titles.len());
    sound(&house, "all of them");
}

#[test]
fn what_the_rules_refuse_is_refused_with_its_flag() {
    let house = House::small();
    let with = |title: &'static str, changed: &[&'static str]| {
        let mut arguments = vec!["new", "article", title];
        for pair in ARTICLE.chunks(2) {
            match changed.chunks(2).find(|change| change[0] == pair[0]) {
                Some(change) => arguments.extend(change),
                None => arguments.extend(pair),
            }
        }
        let more = changed
            .chunks(2)
            .filter(|change| !ARTICLE.contains(&change[0]));
        arguments.extend(more.flatten());
        arguments
    };
    refused(&house, &with("?! … —", &[]), "--slug is needed");
    refused(
        &house,
        &with("The {fone}", &[]),
        "TITLE can't be that: unknown fact `{fone}`",
    );
    refused(&house, &with("A <b>title</b>", &[]), "TITLE can't be that");
    refused(
        &house,
        &with("Zero\u{200b}width", &[]),
        "TITLE can't be that",
    );
    refused(
        &house,
        &with("Turned \u{202e}round", &[]),
        "TITLE can't be that",
    );
    refused(&house, &with("C:\\aux.toml", &[]), "TITLE can't be that");
    refused(&house, &with(" ", &[]), "TITLE can't be that: it is empty");
    refused(
        &house,
        &with("Fine", &["--category", "Taxes"]),
        "--category: expected one of Tax Planning",
    );
    refused(
        &house,
        &with("Fine", &["--author", "me"]),
        "--author: expected founder or firm",
    );
    refused(
        &house,
        &with("Fine", &["--hero", "hero-saeson.svg"]),
        "--hero can't be that",
    );
    refused(&house, &with("Fine", &["--alt", ""]), "--alt can't be that");
    refused(
        &house,
        &with("Fine", &["--slug", "Not Fine"]),
        "--slug can't be that",
    );
    refused(
        &house,
        &with("Fine", &["--slug", "../fine"]),
        "--slug can't be that",
    );
    let long: &'static str = "word ".repeat(40).leak();
    refused(&house, &with("Fine", &["--excerpt", long]), "at most 160");
    let markdown = with(
        "Fine",
        &["--excerpt", "5 * 3, a_b_c, [sic] and 1 < 2 {phone}"],
    );
    let output = house.site(&markdown);
    assert!(output.status.success(), "{}", stderr(&output));
    sound(&house, "");
}

#[test]
fn without_a_terminal_every_missing_flag_is_named() {
    let house = House::small();
    for flag in [
        "TITLE",
        "--category: one of Tax Planning",
        "--author: founder or firm",
        "--excerpt",
        "--hero",
        "--alt",
    ] {
        refused(&house, &["new", "article"], flag);
    }
    for flag in ["PATH", "--title", "--short-title", "--description"] {
        refused(&house, &["new", "page"], flag);
    }
    for flag in ["--town", "--firm: advisory or tax"] {
        refused(
            &house,
            &["new", "page", "jenks", "--template", "local-page"],
            flag,
        );
    }
    for flag in ["NAME", "--value", "--source"] {
        refused(&house, &["new", "fact"], flag);
    }
}

#[test]
fn pages_are_made_with_a_link_to_them() {
    let house = House::small();
    let words = [
        "--title",
        "Planning in Jenks",
        "--description",
        "Fee-only planning for people in Jenks.",
    ];
    let local = [
        &[
            "new",
            "page",
            "jenks-financial-planning",
            "--template",
            "local-page",
            "--town",
            "Jenks, Oklahoma",
            "--firm",
            "advisory",
        ][..],
        &words,
    ]
    .concat();
    let output = house.site(&local);
    assert!(output.status.success(), "{}", stderr(&output));
    insta::assert_snapshot!(
        "local_page",
        house.read("pages/jenks-financial-planning.toml")
    );
    // Where towns are listed.
    let host = "pages/everything.toml";
    let riverton = "    { label = \"Riverton\", href = \"/riverton-planning\" },\n";
    let jenks = "    { label = \"Jenks\", href = \"/jenks-financial-planning\" },\n";
    assert!(house.read(host).contains(&format!("{riverton}{jenks}]")));
    assert_eq!(
        house.read(host).replace(jenks, ""),
        House::small().read(host)
    );
    sound(&house, "");
    refused(&house, &local, "is there already");

    let again = [
        &["new", "page", "again", "--short-title", "Jenks"][..],
        &words,
    ]
    .concat();
    refused(&house, &again, "--title can't be that");
    let plain = |path: &'static str, more: &[&'static str]| {
        let title: &'static str = format!("The page {path}").leak();
        let description: &'static str = format!("What the page {path} is for.").leak();
        [
            &["new", "page", path, "--short-title", "Jenks"][..],
            &["--title", title, "--description", description],
            more,
        ]
        .concat()
    };
    let output = house.site(&plain("towns/glenpool", &[]));
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(
        house
            .read("site.toml")
            .contains(", { name = \"Jenks\", href = \"/towns/glenpool\" }]")
    );
    let output = house.site(&plain("/bixby", &["--linked-from", "/about"]));
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(house.read("pages/about.toml").contains("href = \"/bixby\""));
    sound(&house, "");
    refused(
        &house,
        &plain("another", &["--linked-from", "/abuot"]),
        "Did you mean `/about`?",
    );
    refused(
        &house,
        &plain("another", &["--linked-from", "/blog"]),
        "--linked-from: expected a place",
    );
    refused(
        &house,
        &plain("blog/another", &[]),
        "cargo site new article",
    );
    refused(&house, &plain("fees", &[]), "is there already");
    refused(&house, &plain("old", &[]), "PATH can't be that");
    refused(&house, &plain("Another Page", &[]), "small letters");
}

#[test]
fn facts_are_added_and_what_spells_them_out_is_asked_about() {
    let house = House::small();
    let before = house.read("facts.toml");
    let fact = |name: &'static str, value: &'static str, more: &[&'static str]| {
        [
            &[
                "new",
                "fact",
                name,
                "--value",
                value,
                "--source",
                "The firm's \"own\" record",
            ][..],
            more,
        ]
        .concat()
    };
    let output = house.site(&fact(
        "coffee-a-year",
        "98,765 cups",
        &[
            "--url",
            "https://www.example.org/coffee",
            "--tax-year",
            "2026",
            "--expires",
            "2030-12-31",
        ],
    ));
    assert!(output.status.success(), "{}", stderr(&output));
    let facts = house.read("facts.toml");
    assert!(
        facts.starts_with(&before) && facts.contains("source = \"The firm's \\\"own\\\" record\""),
        "{facts}"
    );
    assert!(
        facts.ends_with("tax_year = 2026\nexpires = 2030-12-31\n"),
        "{facts}"
    );
    sound(&house, "");
    refused(
        &house,
        &fact("phone", "1", &[]),
        "`{phone}` is a fact already",
    );
    refused(&house, &fact("Phone", "1", &[]), "small letters");
    refused(
        &house,
        &fact("no-source", "1", &["--url", "http://example"]),
        "--url can't be that",
    );
    house.replace("articles/tables-and-lists.mdx", "50 %", "$836,000");
    house.replace("articles/tables-and-lists.mdx", "30 %", "$805,400");
    refused(
        &house,
        &fact("an-amount", "$836,000", &[]),
        "--spelt-out is needed",
    );
    let kept = house.site(&fact("an-amount", "$836,000", &["--spelt-out", "keep"]));
    assert!(kept.status.success(), "{}", stderr(&kept));
    assert!(
        house
            .read("facts.toml")
            .ends_with("means_something_else_in = [\"content/articles/tables-and-lists.mdx\"]\n")
    );
    sound(&house, "");
    let replaced = house.site(&fact(
        "another-amount",
        "$805,400",
        &["--spelt-out", "replace"],
    ));
    assert!(replaced.status.success(), "{}", stderr(&replaced));
    assert!(
        house
            .read("articles/tables-and-lists.mdx")
            .contains("| {another-amount} |")
    );
    sound(&house, "");
    // A file that moves is still meant.
    assert!(
        house
            .site(&["mv", "tables-and-lists", "tables"])
            .status
            .success()
    );
    assert!(
        house
            .read("facts.toml")
            .contains("[\"content/articles/tables.mdx\"]")
    );
    sound(&house, "");
}

#[cfg(unix)]
#[test]
fn in_a_terminal_each_answer_is_asked_for_and_judged() {
    let house = House::small();
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_site"));
    command
        .args(["new", "article"])
        .current_dir(house.path())
        .env("TERM", "xterm");
    let mut terminal = rexpect::session::spawn_command(command, Some(30_000)).expect("a terminal");
    let mut answer = |asked: &str, answer: &str| {
        terminal
            .exp_string(asked)
            .unwrap_or_else(|error| panic!("{asked}: {error}"));
        terminal.send(answer).expect("sent");
        terminal.send("\r").expect("sent");
        terminal.flush().expect("sent");
    };
    answer("Title", "The {fone} Rings");
    // Judged by the rules, and asked once more: the answer is there to be mended.
    answer(
        "unknown fact",
        &format!("{}The Phone Rings", "\u{7f}".repeat(16)),
    );
    answer("Address: /blog/", "");
    answer("Category", "\u{1b}[B");
    answer("Author", "");
    answer("Excerpt", "Why we answer it ourselves.");
    answer("Picture on top", "");
    answer("What the picture shows", "A telephone.");
    terminal
        .exp_string("wrote content/articles/the-phone-rings.mdx")
        .expect("written");
    terminal.exp_eof().expect("ends");
    let made = house.read("articles/the-phone-rings.mdx");
    assert!(
        made.contains("title = \"The Phone Rings\"")
            && made.contains("category = \"Retirement Planning\""),
        "{made}"
    );
    sound(&house, "");
}
