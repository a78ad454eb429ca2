// The differences between engines, in each of them: popovers, focus, keys, editing, history. The rest is in ../browser.
// Opening a page takes longer than most steps, so a test has several steps, and each step leaves the page unchanged.
// Tests that ../browser runs in Chromium, and that rarely differ in other engines, have the tag @long.

import { expect } from "@playwright/test";
import { categories } from "../../src/content";
import { percent } from "../../src/fees/format";
import { blockOf, content } from "../browser/site";
import { isBelow, isInView, put, sideways, textOf, withCaret } from "./reading";
import { test } from "./visitor";

const { articles } = content;
const menus = ["#menu-services", "#menu-about", "#menu-client-resources"] as const;
const [services, about, resources] = menus;
const openerOf = (menu: string) => `[popovertarget=${menu.slice(1)}]`;
const link = (menu: string, at: number) =>
  `${menu} > li:nth-${at < 0 ? "last-" : ""}child(${Math.abs(at)}) > a`;
/** Pages that have, together, every kind of block, and an article with every component. */
const kinds = ["/", "/everything", "/questions-to-ask", "/blog/every-component"];
/** A place with nothing to click. */
const nowhere = [640, 780] as const;

test("a row of articles is as high as its words, once the drawings have come, too", async ({ visitor }) => {
  await visitor.open("/blog");
  const areClose = () => {
    const cards = [...document.querySelectorAll(".article-card")];
    cards[0]?.scrollIntoView({ behavior: "instant" });
    const drawing = cards[0]?.querySelector("img");
    // Until it has loaded, its natural height is 0.
    if (!drawing?.complete || drawing.naturalHeight === 0) return undefined;
    return cards.every(({ children: [picture, category] }) => {
      const below = category?.getBoundingClientRect().top ?? 0;
      return below - (picture?.getBoundingClientRect().bottom ?? 0) < 16;
    });
  };
  await visitor.until(areClose, true);
});

test.describe("a menu by mouse", () => {
  test("opens below its button, inside the window, where the mouse rests; one at a time", async ({
    visitor,
  }) => {
    for (const width of [1440, 1000]) {
      await visitor.open("/about", { width });
      // The last menu, at the window's edge, doesn't fit directly below its button.
      await visitor.until(() => {
        const last = document.querySelector<HTMLElement>(".site-nav > ul > li:last-child");
        if (last) last.style.marginInlineStart = "auto";
        return last !== null;
      }, true);
      for (const menu of menus) {
        await visitor.hover(openerOf(menu));
        await visitor.shown(menu);
        await visitor.shown(":popover-open");
        await visitor.until(isBelow, true, menu, openerOf(menu));
      }
    }
  });

  test("opens and closes as the mouse rests, clicks, leaves, and as the window is sized", async ({
    visitor,
  }) => {
    await visitor.open("/about");
    await test.step("closes once the mouse has left it and its button", async () => {
      await visitor.hover(openerOf(services));
      await visitor.shown(services);
      await visitor.hover(link(services, 2));
      await visitor.shown(services);
      await visitor.hover("h1");
      await visitor.hidden(services);
    });

    await test.step("stays at the first click on what the mouse has opened, and closes at the second", async () => {
      for (const menu of menus) {
        await visitor.hover(openerOf(menu));
        await visitor.shown(menu);
        await visitor.clickHere();
        await visitor.shown(menu);
        await visitor.clickHere();
        await visitor.hidden(menu);
      }
    });

    await test.step("stays where the mouse opens it while its button is held down", async () => {
      await visitor.hover("h1");
      await visitor.hover(openerOf(services));
      await visitor.down();
      await visitor.shown(services);
      await visitor.up();
      await visitor.shown(services);
      await visitor.clickHere();
      await visitor.hidden(services);
    });

    await test.step("opens at a click that does not wait, and closes at one beside it", async () => {
      await visitor.hover("h1");
      for (const menu of menus) {
        await visitor.click(openerOf(menu));
        await visitor.shown(menu);
        await visitor.clickAt(...nowhere);
        await visitor.hidden(menu);
      }
    });

    await test.step("closes at Escape, and the focus stays where it was", async () => {
      await visitor.focus("main .button");
      await visitor.hover(openerOf(services));
      await visitor.shown(services);
      await visitor.press("Escape");
      await visitor.hidden(services);
      await visitor.focused("main .button");
    });

    await test.step("goes with the navigation in a window that becomes narrow, and comes back with it", async () => {
      await visitor.hover("h1");
      for (const open of [false, true]) {
        if (open) await visitor.click(openerOf(services));
        for (const [width, count] of [
          [768, 0],
          [1280, 1],
        ] as const) {
          await visitor.resize(width);
          await visitor.shown(".site-nav", count);
          await visitor.shown(services, open ? count : 0);
        }
      }
    });

    await test.step("leads on by a link, also on its page, and is closed when the visitor comes back", async () => {
      await visitor.open("/services");
      await visitor.click(openerOf(services));
      await visitor.started("site_menus");
      await visitor.click(link(services, 2));
      await visitor.path("/services#taxes");
      await visitor.hidden(services);
      await visitor.click(openerOf(about));
      await visitor.click(link(about, 2));
      await visitor.path("/faq");
      await visitor.back();
      await visitor.path("/services#taxes");
      await visitor.hidden(about);
    });
  });

  test("stays closed if it closes just as the mouse would open it", async ({ visitor }) => {
    await visitor.open("/about");
    await visitor.focus(openerOf(services));
    await visitor.started("site_menus");
    const opened = async (selector: string) => {
      const menu = document.querySelector<HTMLElement>(selector);
      const item = menu?.parentElement;
      if (!menu || !item) return null;
      menu.showPopover();
      // Both are due at once, this one first: the event that reports the closing comes after the second.
      setTimeout(() => menu.hidePopover(), 100);
      item.dispatchEvent(new PointerEvent("pointerenter", { pointerType: "mouse" }));
      const start = performance.now();
      while (performance.now() - start < 150);
      await new Promise((resolve) => setTimeout(resolve, 200));
      return menu.matches(":popover-open");
    };
    await visitor.until(opened, false, services);
  });
});

test("a menu by keyboard", { tag: ["@engines", "@keyboard"] }, async ({ visitor }) => {
  await visitor.open("/about");
  await visitor.focus(openerOf(services));
  await visitor.started("site_menus");

  await test.step("opens at Enter, Space and ArrowDown and takes the focus; Escape gives it back", async () => {
    for (const menu of menus) {
      for (const key of ["Enter", "Space", "ArrowDown"]) {
        await visitor.focus(openerOf(menu));
        await visitor.press(key);
        await visitor.shown(menu);
        await visitor.focused(link(menu, 1));
        await visitor.press("Escape");
        await visitor.hidden(menu);
        await visitor.focused(openerOf(menu));
      }
    }
  });

  await test.step("is walked by arrows, Home, End and letters, and its ends meet", async () => {
    await visitor.focus(openerOf(resources));
    await visitor.press("Home", "End", "f");
    await visitor.hidden(resources);
    for (const [key, at] of [
      ["ArrowUp", -1],
      ["ArrowUp", -2],
      ["End", -1],
      ["ArrowDown", 1],
      ["ArrowDown", 2],
      ["End", -1],
      ["ArrowDown", 1],
      ["f", 3],
      ["Home", 1],
    ] as const) {
      await visitor.press(key);
      await visitor.focused(link(resources, at));
    }
    await visitor.press("Escape");
    await visitor.hidden(resources);
  });

  await test.step("is walked by Tab and Shift+Tab, and closes when the focus leaves", async () => {
    await visitor.focus(openerOf(services));
    await visitor.press("Enter");
    await visitor.focused(link(services, 1));
    await visitor.press("Tab", "Tab");
    await visitor.focused(link(services, 3));
    await visitor.shown(services);
    await visitor.press("Tab");
    await visitor.hidden(services);
    await visitor.focused(".site-nav > ul > li > a[href='/fees']");
    await visitor.press("Shift+Tab", "ArrowDown", "Shift+Tab");
    await visitor.focused(openerOf(services));
    await visitor.shown(services);
    await visitor.press("Shift+Tab");
    await visitor.hidden(services);
  });

  await test.step("leads on at Enter", async () => {
    await visitor.focus(openerOf(services));
    await visitor.press("ArrowDown");
    await visitor.focused(link(services, 1));
    await visitor.press("Enter");
    await visitor.path("/services");
  });
});

test.describe("the panel", { tag: ["@engines", "@keyboard"] }, () => {
  const [panel, opener, closer] = ["#site-panel", ".panel-opener", ".panel-closer"];
  const pageIsInert = () => document.querySelector("main")?.inert;

  test.beforeEach(({ visitor }) => visitor.open("/about", { width: 768 }));

  test("takes the focus, holds it in both directions, and gives it back", async ({ visitor }) => {
    await visitor.focus(opener);
    await visitor.press("Enter");
    await visitor.focused(closer);
    await visitor.started("site_menus");
    for (const key of ["Shift+Tab", "Tab"]) {
      for (let presses = 0; presses < 4; presses += 1) {
        await visitor.press(key);
        // Between the last and the first element, the focus is in the browser's own controls.
        await visitor.focused(`:is(${panel}, ${panel} *, body)`);
      }
    }
    await visitor.press("Escape");
    await visitor.hidden(panel);
    await visitor.focused(opener);
  });

  for (const [origin, tag] of [
    ["as it is", []],
    ["no script", ["@long"]],
  ] as const) {
    test(`holds the page still, and closes by its button, by Escape and beside it: ${origin}`, {
      tag: [...tag],
    }, async ({ visitor }) => {
      await visitor.open("/about", { width: 768, origin });
      const scripted = origin === "as it is";
      for (const close of [
        () => visitor.click(closer),
        () => visitor.press("Escape"),
        () => visitor.clickAt(20, 500),
      ]) {
        await visitor.click(opener);
        await visitor.shown(panel);
        await visitor.focused(closer);
        await visitor.until(() => getComputedStyle(document.documentElement).overflow, "hidden");
        if (scripted) await visitor.started("site_menus");
        await visitor.until(pageIsInert, scripted);
        await close();
        await visitor.hidden(panel);
        if (scripted) await visitor.focused(opener);
        await visitor.until(pageIsInert, false);
      }
    });
  }

  test("leads on by a link, and back leads to a closed panel", async ({ visitor }) => {
    await visitor.click(opener);
    await visitor.click(`${panel} a[href='/contact']`);
    await visitor.path("/contact");
    await visitor.hidden(panel);
    await visitor.back();
    await visitor.path("/about");
    await visitor.hidden(panel);
  });

  test("keeps the page behind it where it is, closes in a window that becomes wide, and goes to a place on its page", async ({
    visitor,
  }) => {
    await visitor.click(opener);
    await visitor.shown(panel);
    await visitor.started("site_menus");
    await visitor.press("PageDown", "End");
    await visitor.until(() => [scrollY, getComputedStyle(document.documentElement).overflow], [0, "hidden"]);

    await visitor.resize(1280);
    await visitor.hidden(panel);
    await visitor.until(pageIsInert, false);

    await visitor.resize(768);
    await visitor.click(opener);
    await visitor.until(pageIsInert, true);
    await visitor.click(`${panel} a[href='/about#team']`);
    await visitor.hidden(panel);
    await visitor.path("/about#team");
    await visitor.until(isInView, true, "#team h2");
  });
});

test.describe("every page", { tag: ["@engines", "@keyboard"] }, () => {
  test("is gone through by Tab from where somebody has clicked in its text", async ({ visitor }) => {
    for (const path of ["/everything", "/blog/every-component"]) {
      await visitor.open(path);
      // A paragraph far down, and the next focusable element after it.
      const [clicked, next] = await visitor.until(() => {
        const stops = [
          ...document.querySelectorAll<HTMLElement>("main a, main button, main input, main summary"),
        ];
        const all = [
          ...document.querySelectorAll<HTMLElement>("main p:not(:has(a, button), .article-card *)"),
        ];
        const words = all.filter((one) => one.checkVisibility() && one.offsetWidth > 200);
        const place = words[Math.floor(words.length * 0.6)] as HTMLElement;
        const next = stops.find(
          (stop) =>
            place.compareDocumentPosition(stop) === Node.DOCUMENT_POSITION_FOLLOWING &&
            stop.checkVisibility({ visibilityProperty: true }),
        );
        place.dataset.clicked = "";
        place.scrollIntoView({ block: "center", behavior: "instant" });
        if (next) next.dataset.next = "";
        return ["[data-clicked]", "[data-next]"] as const;
      }, expect.anything());
      await visitor.click(clicked);
      await visitor.press("Tab");
      await visitor.focused(next);
    }
  });

  test("has a link that leads past the header", async ({ visitor }) => {
    await visitor.open("/about");
    await visitor.focus(".skip-link");
    await visitor.press("Enter");
    await visitor.until(() => location.hash, "#main");
    await visitor.press("Tab");
    await visitor.focused("main *");
  });

  test("works after the browser has kept it while another one was read", async ({ visitor }) => {
    await visitor.open("/fees");
    await visitor.focus(".calculator input");
    await visitor.started("fee_calculator");
    await visitor.press(..."750000");
    await visitor.text(".calculator .calculator-result", expect.stringContaining("$9,375"));
    await visitor.click(".site-header a[href='/blog']");
    await visitor.path("/blog");
    await visitor.back();
    await visitor.path("/fees");
    await visitor.focus(".calculator input");
    await visitor.press("Control+a");
    await visitor.press(..."250000");
    await visitor.text(".calculator .calculator-result", expect.stringContaining("$3,125"));
  });
});

test.describe("the calculator", { tag: ["@engines", "@keyboard"] }, () => {
  const field = ".calculator input";
  const result = ".calculator .calculator-result";
  const says = (text: string) => expect.stringContaining(text);

  test.beforeEach(async ({ visitor }) => {
    await visitor.open("/fees");
    await visitor.focus(field);
    await visitor.started("fee_calculator");
  });

  test("answers to what is typed, pasted and corrected", async ({ visitor }) => {
    await test.step("keeps digits only, groups them at each key, and answers", async () => {
      for (const [key, value] of [
        ["7", "7|"],
        ["$", "7|"],
        ["5", "75|"],
        ["e", "75|"],
        [".", "75|"],
        ["0", "750|"],
        ["0", "7,500|"],
        ["0", "75,000|"],
        ["0", "750,000|"],
      ] as const) {
        await visitor.press(key);
        await visitor.until(withCaret, value, field);
      }
      await visitor.text(result, says("1.25%"));
      await visitor.text(result, says("$9,375"));
      await visitor.shown(`${result} .calculator-tier`);
      await visitor.hidden(".fee_calculator p.note");
    });

    await test.step("asks again when its field is emptied, takes a paste of anything, and undoes it", async () => {
      await visitor.press("Control+a", "Control+x");
      await visitor.until(textOf, "", field);
      await visitor.shown(`${result} .calculator-prompt`);
      await visitor.press("Control+v", "Control+v");
      await visitor.until(withCaret, "750,000,750,000|", field);
      await visitor.press("Control+z");
      await visitor.until(textOf, "750,000", field);
      await visitor.text(result, says("$9,375"));
      await visitor.press("Control+z");
      await visitor.shown(`${result} .calculator-prompt`);
    });

    await test.step("does what a key is meant to, and keeps the caret where somebody is typing", async () => {
      // "|" is the caret, and "[" and "]" are the ends of the selection.
      for (const [before, keys, after] of [
        ["12|,000,000", "5", "125|,000,000"],
        ["125|,000,000", "5", "1,255|,000,000"],
        ["1,255|,000,000", "x", "1,255|,000,000"],
        ["1,255|,000,000", "Backspace", "125|,000,000"],
        ["125|,000,000", "Delete", "12,5|00,000"],
        ["1,|234,567", "Backspace", "|234,567"],
        ["1,234,|567", "Backspace", "123|,567"],
        ["1,234|,567", "Delete", "123,4|67"],
        ["1|,000", "Backspace", "|000"],
        ["|1,234", "Backspace", "|1,234"],
        ["1,234|", "Delete", "1,234|"],
        ["12,|345", "9", "129|,345"],
        ["|345", "1 2", "12|,345"],
        ["1[,]234,567", "Backspace", "1|,234,567"],
        ["1[,]234,567", "Delete", "1|,234,567"],
        ["1,[234],567", "9", "19|,567"],
        ["123|,456,789", "Delete Delete Delete Delete Delete Delete", "123|"],
        ["123,45|6", "Backspace Backspace Backspace Backspace Backspace", "|6"],
        ["|1,234,567", "ArrowRight 9", "19|,234,567"],
        ["1|34,567", "End Backspace ArrowLeft ArrowLeft ArrowLeft Backspace", "1|,456"],
        ["1,000|", "Home a 2 b 3", "23|1,000"],
        ["750,0|00", ".", "750,0|00"],
      ] as const) {
        await visitor.until(put, true, field, before);
        await visitor.press(...keys.split(" "));
        await visitor.until(withCaret, after, field);
      }
    });
  });

  test("undoes what was typed, step by step, and redoes it until something else is typed", async ({
    visitor,
  }) => {
    await visitor.press(..."12500", "Home", "Delete");
    const values = ["2,500", "12,500", "1,250", "125", "12", "1", ""];
    for (const value of values) {
      await visitor.until(textOf, value, field);
      await visitor.press("Control+z");
    }
    for (const [at, value] of values.toReversed().entries()) {
      await visitor.until(textOf, value, field);
      await visitor.press(at % 2 === 0 ? "Control+y" : "Control+Shift+z");
    }
    await visitor.until(withCaret, "|2,500", field);
    await visitor.press("Control+z", "7", "Control+y");
    await visitor.until(withCaret, "125,007|", field);
  });
});

test.describe("the filter", { tag: ["@engines", "@keyboard"] }, () => {
  const card = "[data-articles] > li";
  const chip = (category: string) => `.filter-chip[data-category='${category}']`;
  const count = (category: string) => articles.filter(({ matter }) => matter.category === category).length;
  const { all_label, filter_label } = blockOf("/blog", "article_list");

  test("takes a category from the address, shows one that is chosen, and remembers each", async ({
    visitor,
  }) => {
    await test.step("opens with the category of the address", async () => {
      await visitor.open("/blog?category=Tax+Planning");
      await visitor.shown(card, count("Tax Planning"));
      await visitor.shown(`${chip("Tax Planning")}[aria-pressed=true]`);
    });

    await visitor.open("/blog");
    await visitor.started("article_filter");

    await test.step("shows a category by click, Enter and Space, says how many, and keeps the focus", async () => {
      await visitor.text(".article_filter fieldset", [filter_label, all_label, ...categories].join(""));
      await visitor.hidden(".filter-count");
      for (const [category, press] of [
        ...categories
          .toReversed()
          .map((category) => [category, () => visitor.click(chip(category))] as const),
        ["Retirement Planning", () => visitor.press("Tab", "Enter")],
        ["Tax Planning", () => visitor.press("Shift+Tab", "Space")],
      ] as const) {
        const before = await visitor.until(() => scrollY, expect.any(Number));
        await press();
        await visitor.until(() => scrollY, before);
        await visitor.shown(card, count(category));
        await visitor.shown(`${card}[data-category='${category}']`, count(category));
        await visitor.shown(".filter-chip[aria-pressed=true]");
        await visitor.shown(`${chip(category)}[aria-pressed=true]`);
        await visitor.focused(chip(category));
        const articles = count(category) === 1 ? "1 article" : `${count(category)} articles`;
        await visitor.text("[aria-live=polite] > .filter-count", `${articles} found`);
      }
      await visitor.click(chip(""));
      await visitor.shown(card, articles.length);
      await visitor.hidden(".filter-count");
    });

    await test.step("goes back and forward through the choices, and comes back from an article", async () => {
      await visitor.click(chip("Economy"));
      await visitor.path("/blog?category=Economy");
      await visitor.click(chip("Tax Planning"));
      await visitor.clickHere();
      await visitor.path("/blog?category=Tax+Planning");
      await visitor.back();
      await visitor.shown(card, count("Economy"));
      await visitor.back();
      await visitor.shown(card, articles.length);
      await visitor.forward();
      await visitor.shown(card, count("Economy"));
      await visitor.click(`${card}[data-category=Economy] a`);
      await visitor.shown(".article-body");
      await visitor.back();
      await visitor.shown(card, count("Economy"));
      await visitor.shown(`${chip("Economy")}[aria-pressed=true]`);
    });
  });
});

test("the newsletter's prompt", async ({ visitor }) => {
  const dialog = ".newsletter-prompt";

  await test.step("closes by its button, and the page is there again", async () => {
    await visitor.open("/everything", { origin: "prompt at once" });
    await visitor.click(`${dialog} [data-close]`);
    await visitor.hidden(dialog);
    await visitor.click(openerOf(services));
    await visitor.shown(services);
  });

  await test.step("opens by itself, takes the focus and holds it, and Escape closes it", async () => {
    await visitor.open("/everything", { origin: "prompt at once" });
    await visitor.shown(dialog);
    await visitor.focused(dialog);
    for (const key of ["Tab", "Tab", "Tab", "Shift+Tab", "Shift+Tab", "Shift+Tab", "Shift+Tab"]) {
      await visitor.press(key);
      await visitor.focused(`:is(${dialog}, ${dialog} *, body)`);
    }
    await visitor.press("Escape");
    await visitor.hidden(dialog);
  });
});

test.describe("an article", { tag: "@long" }, () => {
  const long = articles.reduce((a, b) => (b.words > a.words ? b : a));
  const last = long.headings.filter(({ level }) => level === 2).at(-1)?.id ?? "";
  const entry = `.contents a[href='#${last}']`;

  test("has its contents beside it; they stay in view and lead to a section", async ({ visitor }) => {
    await visitor.open(long.route, { width: 1440 });
    await visitor.click(entry);
    await visitor.path(`${long.route}#${last}`);
    await visitor.until(isInView, true, `[id='${last}']`);
    await visitor.until(isInView, true, entry);
  });

  test("has its contents folded in a narrow window; they open by keyboard and lead on", async ({
    visitor,
  }) => {
    await visitor.open(long.route, { width: 500 });
    await visitor.hidden(entry);
    await visitor.focus(".contents summary");
    await visitor.press("Enter");
    await visitor.shown(entry);
    await visitor.focus(entry);
    await visitor.press("Enter");
    await visitor.path(`${long.route}#${last}`);
    await visitor.until(isInView, true, `[id='${last}']`);
  });
});

test.describe("the questions", { tag: ["@engines", "@keyboard"] }, () => {
  const questions = blockOf("/faq", "faq").categories.flatMap((category) => category.questions);
  const answer = ".faq-question > .prose";

  test("are folded in a narrow window; the keyboard opens one, and by the button all", async ({
    visitor,
  }) => {
    await visitor.open("/faq", { width: 500 });
    await visitor.shown(".faq-question > summary", questions.length);
    await visitor.hidden(answer);
    await visitor.focus(".faq-question > summary");
    await visitor.press("Enter");
    await visitor.shown(answer);
    await visitor.focus(".faq-toggle > button");
    await visitor.press("Enter");
    await visitor.shown(answer, questions.length);
    await visitor.focused(".faq-toggle > button");
    await visitor.press("Enter");
    await visitor.hidden(answer);
  });

  test("are open for an address, and on paper all of them", async ({ visitor }) => {
    const last = questions.at(-1)?.id;
    await visitor.open(`/faq#${last}`, { width: 500 });
    await visitor.shown(answer);
    await visitor.shown(`[id='${last}'] > .prose`);
    await visitor.until(() => dispatchEvent(new Event("beforeprint")), true);
    await visitor.shown(answer, questions.length);
    await visitor.until(() => dispatchEvent(new Event("afterprint")), true);
    await visitor.shown(answer);
  });

  test("are open without script", { tag: ["@without_script", "@long"] }, async ({ visitor }) => {
    await visitor.open("/faq", { width: 500, origin: "no script" });
    await visitor.shown(answer, questions.length);
    await visitor.hidden(".faq-toggle");
  });
});

test.describe("without script", { tag: ["@without_script", "@long"] }, () => {
  const opened = { origin: "no script" } as const;

  test("a page says what it has to say, and offers nothing that does nothing", async ({ visitor }) => {
    for (const route of kinds) {
      await visitor.open(route, opened);
      await visitor.shown("h1");
      await visitor.hidden("main :is(button, input)");
    }
  });

  test("all articles are listed, whatever category is asked for", async ({ visitor }) => {
    for (const address of ["/blog", "/blog?category=Economy"]) {
      await visitor.open(address, opened);
      await visitor.shown("[data-articles] > li", articles.length);
      await visitor.hidden(".article_filter .filter-chip");
      await visitor.shown(".article_filter .filter-to-index");
    }
  });

  test("the map is a link to the directions", async ({ visitor }) => {
    await visitor.open("/contact", opened);
    await visitor.shown(`.office_map a[href='${content.site.contact.directions}']`);
    const { map_label } = blockOf("/contact", "office_visit");
    await visitor.text(".office_map a", expect.stringContaining(map_label));
  });

  test("the tiers answer for the calculator", async ({ visitor }) => {
    const { schedule, without_script } = blockOf("/everything", "fee_calculator");
    const { tiers = [], minimum } = content.fees.schedules[schedule] ?? {};
    await visitor.open("/everything?portfolio=750000", opened);
    await visitor.hidden(".calculator");
    await visitor.text(".fee_calculator p.note", without_script);
    await visitor.shown(".tier", tiers.length);
    const rateOf = (rate: number | null) => (rate === null ? minimum?.label : percent(rate));
    const steps = tiers.map(({ label, rate }) => `${label} ${rateOf(rate)}`);
    await visitor.text(".tiers", steps.join(""));
  });

  test("the menus open by click and keyboard, and close beside them and at Escape", async ({ visitor }) => {
    await visitor.open("/about", opened);
    for (const menu of menus) {
      await visitor.click(openerOf(menu));
      await visitor.shown(menu);
      await visitor.clickAt(...nowhere);
      await visitor.hidden(menu);
      await visitor.focus(openerOf(menu));
      await visitor.press("Enter");
      await visitor.shown(menu);
      await visitor.press("Tab");
      await visitor.focused(link(menu, 1));
      await visitor.press("Escape");
      await visitor.hidden(menu);
    }
  });
});

test("no page is wider than its window", { tag: "@long" }, async ({ visitor }) => {
  for (const route of kinds) {
    await visitor.open(route);
    for (const width of [1440, 768, 500]) {
      await visitor.resize(width);
      await visitor.until(() => innerWidth, width);
      await visitor.until(sideways, 0);
    }
  }
});
