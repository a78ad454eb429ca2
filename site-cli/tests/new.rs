//! `cargo site new`: what it makes passes the check, whoever asks for it.

mod workspace;

use workspace::{Workspace, sound, stderr, stdout};

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

fn article(workspace: &Workspace, arguments: &[&str]) -> std::process::Output {
    workspace.site(&[&["new", "article"], arguments, &ARTICLE].concat())
}

fn refused(workspace: &Workspace, arguments: &[&str], why: &str) {
    let before = workspace.content();
    let output = workspace.site(arguments);
    let error = stderr(&output);
    assert!(
        !output.status.success(),
        "{arguments:?}: {}",
        stdout(&output)
    );
    assert!(error.contains(why), "{arguments:?}: {error}");
    assert_eq!(workspace.content(), before, "{arguments:?}");
}

#[test]
fn an_article_is_made_of_its_flags() {
    let workspace = Workspace::small();
    let output = article(&workspace, &["Rates Pause: What's Next?"]);
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(
        stdout(&output).contains("wrote content/articles/rates-pause-whats-next.mdx"),
        "{}",
        stdout(&output)
    );
    let made = workspace.read("articles/rates-pause-whats-next.mdx");
    insta::with_settings!({ filters => vec![(r"# published = \d{4}-\d\d-\d\d", "# published = [today]")] }, {
        insta::assert_snapshot!("article", made);
    });
    sound(&workspace, "");
    // The notes are TOML as it may stand there.
    workspace.replace(
        "articles/rates-pause-whats-next.mdx",
        "# published",
        "published",
    );
    workspace.replace(
        "articles/rates-pause-whats-next.mdx",
        "# keywords",
        "keywords",
    );
    for line in ["[[references]]", "title", "publisher", "url"] {
        workspace.replace(
            "articles/rates-pause-whats-next.mdx",
            &format!("# {line}"),
            line,
        );
    }
    sound(&workspace, "");
    refused(
        &workspace,
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
    let workspace = Workspace::small();
    let before = workspace.content().len();
    for (title, slug) in titles {
        let output = if title == "+++" {
            article(&workspace, &[title, "--slug", "plus"])
        } else {
            article(&workspace, &[title])
        };
        assert!(output.status.success(), "{title}: {}", stderr(&output));
        if !slug.is_empty() {
            assert!(
                workspace.file(&format!("articles/{slug}.mdx")).exists(),
                "{title}: {}",
                stdout(&output)
            );
        }
    }
    assert_eq!(workspace.content().len(), before + titles.len());
    sound(&workspace, "all of them");
}

#[test]
fn what_the_rules_refuse_is_refused_with_its_flag() {
    let workspace = Workspace::small();
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
    refused(&workspace, &with("?! … —", &[]), "--slug is needed");
    refused(
        &workspace,
        &with("The {fone}", &[]),
        "TITLE can't be that: `{fone}` is not a known fact",
    );
    refused(
        &workspace,
        &with("A <b>title</b>", &[]),
        "TITLE can't be that",
    );
    refused(
        &workspace,
        &with("Zero\u{200b}width", &[]),
        "TITLE can't be that",
    );
    refused(
        &workspace,
        &with("Turned \u{202e}round", &[]),
        "TITLE can't be that",
    );
    refused(
        &workspace,
        &with("C:\\aux.toml", &[]),
        "TITLE can't be that",
    );
    refused(
        &workspace,
        &with(" ", &[]),
        "TITLE can't be that: it is empty",
    );
    refused(
        &workspace,
        &with("Fine", &["--category", "Taxes"]),
        "--category can't be that: expected one of Tax Planning",
    );
    refused(
        &workspace,
        &with("Fine", &["--author", "me"]),
        "--author can't be that: expected founder or firm",
    );
    refused(
        &workspace,
        &with("Fine", &["--hero", "hero-saeson.svg"]),
        "--hero can't be that",
    );
    refused(
        &workspace,
        &with("Fine", &["--alt", ""]),
        "--alt can't be that",
    );
    refused(
        &workspace,
        &with("Fine", &["--slug", "Not Fine"]),
        "--slug can't be that",
    );
    refused(
        &workspace,
        &with("Fine", &["--slug", "../fine"]),
        "--slug can't be that",
    );
    let long: &'static str = "word ".repeat(40).leak();
    refused(
        &workspace,
        &with("Fine", &["--excerpt", long]),
        "at most 160",
    );
    let markdown = with(
        "Fine",
        &["--excerpt", "5 * 3, a_b_c, [sic] and 1 < 2 {phone}"],
    );
    let output = workspace.site(&markdown);
    assert!(output.status.success(), "{}", stderr(&output));
    sound(&workspace, "");
}

#[test]
fn without_a_terminal_every_missing_flag_is_named() {
    let workspace = Workspace::small();
    for flag in [
        "TITLE",
        "--category: one of Tax Planning",
        "--author: founder or firm",
        "--excerpt",
        "--hero",
        "--alt",
    ] {
        refused(&workspace, &["new", "article"], flag);
    }
    for flag in ["PATH", "--title", "--short-title", "--description"] {
        refused(&workspace, &["new", "page"], flag);
    }
    for flag in ["--town", "--firm: advisory or tax"] {
        refused(
            &workspace,
            &["new", "page", "jenks", "--template", "local-page"],
            flag,
        );
    }
    for flag in ["NAME", "--value", "--source"] {
        refused(&workspace, &["new", "fact"], flag);
    }
}

#[test]
fn pages_are_made_with_a_link_to_them() {
    let workspace = Workspace::small();
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
    let output = workspace.site(&local);
    assert!(output.status.success(), "{}", stderr(&output));
    insta::assert_snapshot!(
        "local_page",
        workspace.read("pages/jenks-financial-planning.toml")
    );
    // Where towns are listed.
    let host = "pages/everything.toml";
    let riverton = "    { label = \"Riverton\", href = \"/riverton-planning\" },\n";
    let jenks = "    { label = \"Jenks\", href = \"/jenks-financial-planning\" },\n";
    assert!(
        workspace
            .read(host)
            .contains(&format!("{riverton}{jenks}]"))
    );
    assert_eq!(
        workspace.read(host).replace(jenks, ""),
        Workspace::small().read(host)
    );
    sound(&workspace, "");
    refused(&workspace, &local, "is there already");

    let again = [
        &["new", "page", "again", "--short-title", "Jenks"][..],
        &words,
    ]
    .concat();
    refused(&workspace, &again, "--title can't be that");
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
    let output = workspace.site(&plain("towns/glenpool", &[]));
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(
        workspace
            .read("site.toml")
            .contains(", { name = \"Jenks\", href = \"/towns/glenpool\" }]")
    );
    let output = workspace.site(&plain("/bixby", &["--linked-from", "/about"]));
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(
        workspace
            .read("pages/about.toml")
            .contains("href = \"/bixby\"")
    );
    sound(&workspace, "");
    refused(
        &workspace,
        &plain("another", &["--linked-from", "/abuot"]),
        "Did you mean `/about`?",
    );
    refused(
        &workspace,
        &plain("another", &["--linked-from", "/blog"]),
        "--linked-from: expected a place",
    );
    refused(
        &workspace,
        &plain("blog/another", &[]),
        "cargo site new article",
    );
    refused(&workspace, &plain("fees", &[]), "is there already");
    refused(&workspace, &plain("old", &[]), "PATH can't be that");
    refused(
        &workspace,
        &plain("Another Page", &[]),
        "lower-case letters",
    );
}

#[test]
fn facts_are_added_and_what_spells_them_out_is_asked_about() {
    let workspace = Workspace::small();
    let before = workspace.read("facts.toml");
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
    let output = workspace.site(&fact(
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
    let facts = workspace.read("facts.toml");
    assert!(
        facts.starts_with(&before) && facts.contains("source = \"The firm's \\\"own\\\" record\""),
        "{facts}"
    );
    assert!(
        facts.ends_with("tax_year = 2026\nexpires = 2030-12-31\n"),
        "{facts}"
    );
    sound(&workspace, "");
    refused(
        &workspace,
        &fact("phone", "1", &[]),
        "`{phone}` is a fact already",
    );
    refused(&workspace, &fact("Phone", "1", &[]), "lower-case letters");
    refused(
        &workspace,
        &fact("no-source", "1", &["--url", "http://example"]),
        "--url can't be that",
    );
    workspace.replace("articles/tables-and-lists.mdx", "50 %", "$836,000");
    workspace.replace("articles/tables-and-lists.mdx", "30 %", "$805,400");
    refused(
        &workspace,
        &fact("an-amount", "$836,000", &[]),
        "--spelt-out: replace",
    );
    let kept = workspace.site(&fact("an-amount", "$836,000", &["--spelt-out", "keep"]));
    assert!(kept.status.success(), "{}", stderr(&kept));
    assert!(
        workspace
            .read("facts.toml")
            .ends_with("means_something_else_in = [\"content/articles/tables-and-lists.mdx\"]\n")
    );
    sound(&workspace, "");
    let replaced = workspace.site(&fact(
        "another-amount",
        "$805,400",
        &["--spelt-out", "replace"],
    ));
    assert!(replaced.status.success(), "{}", stderr(&replaced));
    assert!(
        workspace
            .read("articles/tables-and-lists.mdx")
            .contains("| {another-amount} |")
    );
    sound(&workspace, "");
    // A file that moves is still meant.
    assert!(
        workspace
            .site(&["mv", "tables-and-lists", "tables"])
            .status
            .success()
    );
    assert!(
        workspace
            .read("facts.toml")
            .contains("[\"content/articles/tables.mdx\"]")
    );
    sound(&workspace, "");
}

#[cfg(unix)]
#[test]
fn in_a_terminal_each_answer_is_asked_for_and_judged() {
    let workspace = Workspace::small();
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_site"));
    command
        .args(["new", "article"])
        .current_dir(workspace.path())
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
    answer("TITLE", "The {fone} Rings");
    // Judged by the rules, and asked once more.
    answer("is not a known fact", "The Phone Rings");
    answer("[the-phone-rings]", "");
    answer("--category", "2");
    answer("--author", "firm");
    answer("--excerpt", "Why we answer it ourselves.");
    answer("--hero", "1");
    answer("--alt", "A telephone.");
    terminal
        .exp_string("wrote content/articles/the-phone-rings.mdx")
        .expect("written");
    terminal.exp_eof().expect("ends");
    let made = workspace.read("articles/the-phone-rings.mdx");
    assert!(
        made.contains("title = \"The Phone Rings\"")
            && made.contains("category = \"Retirement Planning\""),
        "{made}"
    );
    sound(&workspace, "");
}
