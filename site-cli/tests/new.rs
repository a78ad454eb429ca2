//! `cargo site new`: its files pass the check, with arguments from the command line or from prompts.

use crate::workspace::{Workspace, holds, lacks, said};

const ARTICLE: &str = "--category|Economy|--subjects|figures, papers|--author|founder|--excerpt|What a pause in rates means for savers, and what it does not.|--hero|hero.svg|--alt|An oak tree in autumn leaf.";

#[test]
fn an_article_is_made_of_its_flags() {
    let workspace = Workspace::small();
    let file = "articles/rates-pause-whats-next.mdx";
    let article = format!("new|article|Rates Pause: What's Next?|{ARTICLE}");
    workspace.prints(&article, 0, &[&format!("wrote content/{file}")]);
    insta::with_settings!({ filters => vec![(r"# published = \d{4}-\d\d-\d\d", "# published = [today]")] }, {
        insta::assert_snapshot!("article", workspace.read(file));
    });
    workspace.is_sound();
    // The keys in the template's comments are valid TOML there.
    let keys = "published keywords [[references]] title publisher url";
    for key in keys.split(' ') {
        workspace.replace(file, &format!("# {key}"), key);
    }
    workspace.is_sound();
    let again = format!("new|article|Rates pause – what’s next|{ARTICLE}");
    workspace.refuses(&again, "already exists");
}

#[test]
fn an_article_that_starts_at_a_moment_has_it_and_stays_a_draft_until_it_is_written() {
    let workspace = Workspace::small();
    for (slug, moment, lines) in [
        ("on-a-day", "2099-01-05", "\npublished = 2099-01-05\nhero"),
        (
            "at-a-minute",
            "2099-01-05T09:00",
            "\npublished = 2099-01-05\nstarts = 2099-01-05T09:00:00\n",
        ),
    ] {
        let article = format!("new|article|Title {slug}|--slug|{slug}|--starts|{moment}|{ARTICLE}");
        let said = workspace.done(&article);
        holds(&said, &["it goes online automatically"]);
        let text = workspace.read(&format!("articles/{slug}.mdx"));
        let without_notes: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
        holds(&without_notes.join("\n"), &["draft = true\n", lines]);
    }
    let no_day = format!("new|article|A title|--starts|soon|{ARTICLE}");
    workspace.refuses(&no_day, "expected a date in the firm's time zone");
}

#[test]
fn hostile_titles_make_sound_articles() {
    let long = "Forty-one words on one subject ".repeat(17);
    let short = "forty-one-words-on-one-subject-forty-one-words-on-one-subject-forty";
    let titles = [
        ("He said \"sell\" \\ 'hold' “buy”", "he-said-sell-hold-buy"),
        ("../../etc/passwd", "etc-passwd"),
        ("AC/DC, aux.toml", "ac-dc-aux-toml"),
        ("C:\\aux and a naïve café", "c-aux-and-a-naive-cafe"),
        ("🎉 Party 👩‍💻", ""),
        ("שלום, עולם", ""),
        ("Two\nlines\tand  blanks", "two-lines-and-blanks"),
        ("{investment-minimum} and up", "investment-minimum-and-up"),
        ("+++|--slug|plus", "plus"),
        (&long, short),
    ];
    let workspace = Workspace::small();
    let before = workspace.content().len();
    for (title, slug) in titles {
        let wrote = format!("wrote content/articles/{slug}");
        workspace.prints(&format!("new|article|{title}|{ARTICLE}"), 0, &[&wrote]);
    }
    assert_eq!(workspace.content().len(), before + titles.len());
    // Search engines cut off the long title, and two titles have characters that aren't in the site's fonts.
    let cards = "the picture for sharing leaves out `🎉`, `👩`, `💻`";
    let warnings = ["title/long", cards, ": 0 errors, 3 warnings\n"];
    workspace.prints("check", 0, &warnings);
}

#[test]
fn what_the_rules_refuse_is_refused_with_its_flag() {
    let workspace = Workspace::small();
    for (title, why) in [
        ("?! … —", "set one with --slug"),
        ("The {fone}", "unknown fact `{fone}`"),
        ("A <b>title</b>", "Delete the markup"),
        ("Zero\u{200b}width", "error[text/hidden]"),
        ("C:\\aux.toml", "error["),
        (" ", "'<TITLE>': it is empty"),
        (
            "Fine|--slug|../fine",
            "'--slug <SLUG>': use lowercase letters",
        ),
        (
            "Fine|--slug|a/b",
            "'--slug <SLUG>': expected one part of an address",
        ),
    ] {
        workspace.refuses(&format!("new|article|{title}|{ARTICLE}"), why);
    }
    let long = "word ".repeat(40);
    let excerpt = "What a pause in rates means for savers, and what it does not.";
    let alt = "An oak tree in autumn leaf.";
    for (right, wrong, why) in [
        ("Economy", "Taxes", "[possible values: \"Tax Planning\""),
        ("papers", "paper", "Did you mean `papers`?"),
        ("founder", "me", "[possible values: founder, firm]"),
        ("hero.svg", "hreo.svg", "Did you mean `hero.svg`?"),
        (alt, "", "'--alt <ALT>': it is empty"),
        (excerpt, &long, "at most 160"),
    ] {
        let wrong = ARTICLE.replace(right, wrong);
        workspace.refuses(&format!("new|article|Fine|{wrong}"), why);
    }
    let markdown = ARTICLE.replace(excerpt, "5 * 3, a_b_c, [sic] and 1 < 2 {phone}");
    workspace.done(&format!("new|article|Fine|{markdown}"));
    workspace.is_sound();
}

#[test]
fn without_a_terminal_every_missing_flag_is_named() {
    let workspace = Workspace::small();
    let article = "<TITLE> --category --subjects --author --excerpt --hero --alt";
    for (arguments, flags) in [
        ("new|article", article),
        ("new|page", "<PATH> --title --short-title --description"),
        ("new|page|jenks|--town|Jenks, Oklahoma", "--title --firm"),
        ("new|fact", "<NAME> --value --source"),
        ("mv|fees", "<NEW>"),
    ] {
        workspace.prints(arguments, 2, &flags.split(' ').collect::<Vec<_>>());
    }
}

#[test]
fn pages_are_made_and_the_check_says_what_is_left() {
    let workspace = Workspace::small();
    let words = "--title|Planning in Jenks|--description|Fee-only planning for people in Jenks.";
    let town = "--town|Jenks, Oklahoma|--firm|advisory";
    let local = format!("new|page|jenks-financial-planning|{town}|{words}");
    workspace.prints(
        &local,
        0,
        &["It is a draft", "delete its line `draft = true`"],
    );
    let made = workspace.read("pages/jenks-financial-planning.toml");
    insta::assert_snapshot!("local_page", made);
    workspace.refuses(&local, "already exists");
    let again = format!("new|page|again|--short-title|Jenks|{words}");
    workspace.done(&again);
    workspace.is_sound();
    // A page with missing parts is reported once it's no longer a draft.
    for page in ["jenks-financial-planning", "again"] {
        let file = format!("pages/{page}.toml");
        workspace.replace(&file, "draft = true\n", "");
    }
    let warnings = ["warning[title/duplicate]", "warning[route/orphan]"];
    workspace.prints("check", 0, &warnings);

    let plain = |path: &str| {
        let words = format!("--title|The page {path}|--description|What the page {path} is for.");
        format!("new|page|{path}|--short-title|Jenks|{words}")
    };
    workspace.done(&plain("towns/glenpool"));
    workspace.refuses(&plain("blog/another"), "cargo site new article");
    workspace.refuses(&plain("fees"), "already exists");
    workspace.refuses(&plain("old"), "`/old` is a page of this site");
    workspace.refuses(&plain("Another Page"), "use lowercase letters");
}

#[test]
fn facts_are_added_and_what_spells_them_out_is_shown() {
    let workspace = Workspace::small();
    let before = workspace.read("facts.toml");
    let fact = |name: &str, value: &str, more: &str| {
        format!("new|fact|{name}|--value|{value}|--source|The firm's \"own\" record{more}")
    };
    let more = "|--url|https://www.example.org/coffee|--expires|2030-12-31";
    workspace.done(&fact("coffee", "98,765 cups", more));
    let facts = workspace.read("facts.toml");
    assert!(facts.starts_with(&before), "{facts}");
    let dated = "\nexpires = 2030-12-31\n";
    assert!(facts.ends_with(dated), "{facts}");
    holds(&facts, &["source = \"The firm's \\\"own\\\" record\""]);
    workspace.is_sound();
    workspace.refuses(&fact("phone", "1", ""), "`{phone}` is already a fact");
    workspace.refuses(&fact("Phone", "1", ""), "use lowercase letters");
    workspace.refuses(&fact("a/b", "1", ""), "one part of an address");
    let of_a_year = fact(
        "contribution-limit",
        "$75,000",
        "|--tax-year|2024|--record|The office",
    );
    workspace.done(&of_a_year);
    holds(
        &workspace.read("facts.toml"),
        &["\n[contribution-limit.years.2024]\nvalue = \"$75,000\"\n"],
    );
    workspace.is_sound();
    workspace.refuses(&of_a_year, "already has a value for 2024");
    workspace.refuses(&fact("no-record", "1", ""), "wouldn't pass the check");
    let us_date = fact("dated", "1", "|--expires|12/31/2030");
    workspace.refuses(&us_date, "expected a date as year-month-day");
    let no_source = fact("no-source", "1", "|--url|http://example");
    workspace.refuses(&no_source, "wouldn't pass the check");
    workspace.replace("articles/tables-and-lists.mdx", "50 %", "$836,000");
    let spelled_out = fact("an-amount", "$836,000", "|--record|The office");
    workspace.prints(&spelled_out, 0, &["If it is the value of `{an-amount}`"]);
}

#[cfg(target_os = "linux")]
#[test]
fn in_a_terminal_each_answer_is_asked_for_and_tried_at_once() {
    let workspace = Workspace::small();
    let mut terminal = Terminal::start(&workspace, "new article --alt='A telephone.'");
    terminal.answers("The title, as readers see it", "The {fone} Rings");
    terminal.shows("unknown fact `{fone}`");
    // The prompt contains the last answer for editing: delete all of it.
    let deleted = "\u{7f}".repeat("The {fone} Rings".len());
    terminal.answers(
        "The title, as readers see it",
        &format!("{deleted}The Phone Rings"),
    );
    // Selected by its first letters.
    terminal.answers("The article's category", "Retirem");
    terminal.answers("The subjects that help readers find it", "papers");
    terminal.answers("The author", "firm");
    terminal.answers("A summary of the article", " ");
    terminal.shows("it is empty");
    terminal.answers("A summary of the article", "Why we answer it ourselves.");
    terminal.shows("The image at the top");
    terminal.answers("picture.svg", "hero.sv");
    let shown = terminal.ends();
    holds(&shown, &["wrote content/articles/the-phone-rings.mdx"]);
    lacks(&shown, &["--title", "--category", "error: error:"]);
    let made = workspace.read("articles/the-phone-rings.mdx");
    let category = "category = \"Retirement Planning\"";
    holds(
        &made,
        &[
            "title = \"The Phone Rings\"",
            category,
            "src = \"hero.svg\"",
        ],
    );
    workspace.is_sound();
}

#[cfg(target_os = "linux")]
#[test]
fn what_is_wrong_with_a_flag_is_said_before_anything_is_asked() {
    let workspace = Workspace::small();
    let terminal = Terminal::start(&workspace, "new fact phone --value=1");
    holds(&terminal.ends(), &["error: `{phone}` is already a fact"]);
}

/// A command with its own terminal from `script`. It's stopped if it waits for an answer that never comes.
#[cfg(target_os = "linux")]
struct Terminal {
    script: std::process::Child,
    shown: String,
}

#[cfg(target_os = "linux")]
impl Terminal {
    fn start(workspace: &Workspace, arguments: &str) -> Self {
        use std::process::{Command, Stdio};
        let site = env!("CARGO_BIN_EXE_site");
        // Prompts switch the terminal to raw mode for each key. Between two keys, the terminal itself would edit the
        // input.
        let script = Command::new("script")
            .args(["--quiet", "--flush", "--command"])
            .arg(format!(
                "stty cols 200 -icanon -echo; timeout --foreground 60 {site} {arguments}"
            ))
            .arg("/dev/null")
            .current_dir(workspace.path())
            .env("TERM", "xterm")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("util-linux has `script`");
        let shown = String::new();
        Self { script, shown }
    }

    /// Reads until the terminal shows a text after the last match.
    fn shows(&mut self, text: &str) {
        use std::io::Read as _;
        let output = self.script.stdout.as_mut().expect("piped");
        let mut seen = Vec::new();
        let mut byte = [0];
        while !String::from_utf8_lossy(&seen).contains(text) {
            let read = output.read(&mut byte).expect("readable");
            let so_far = String::from_utf8_lossy(&seen);
            assert!(read > 0, "expected {text:?} in:\n{}{so_far}", self.shown);
            seen.extend(byte);
        }
        self.shown += &String::from_utf8_lossy(&seen);
    }

    /// Answers a question once it's shown.
    fn answers(&mut self, question: &str, answer: &str) {
        use std::io::Write as _;
        self.shows(question);
        let keyboard = self.script.stdin.as_mut().expect("piped");
        let typed = keyboard.write_all(format!("{answer}\r").as_bytes());
        typed.and_then(|()| keyboard.flush()).expect("typed");
    }

    /// Waits for the command to end; returns everything that the terminal showed.
    fn ends(self) -> String {
        let output = self.script.wait_with_output().expect("it ends");
        self.shown + &said(&output)
    }
}
