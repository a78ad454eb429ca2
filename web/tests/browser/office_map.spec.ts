import { blockOf, content, expect, inFaces, started, test } from "./site";

const { map, map_title, map_image } = content.site.contact;
const { map_label } = blockOf("/contact", "office_visit");

test("the map is asked for when its button is pressed, and nothing of anybody else before", async ({
  page,
  context,
  baseURL,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).origin !== baseURL) asked.push(request.url());
  });
  await context.route(map, (route) => route.fulfill({ contentType: "text/html", body: "a map" }));
  await page.goto("/contact");
  await page.locator(".office_map").scrollIntoViewIfNeeded();
  const drawn = page.getByRole("img", { name: map_image.alt });
  await expect(drawn).toBeVisible();
  const button = page.getByRole("button", { name: map_label });
  await started(page, "office_map");
  await button.hover();
  await inFaces(page);
  expect(asked).toEqual([]);
  await button.focus();
  await page.keyboard.press("Enter");
  const frame = page.locator(`iframe[title="${map_title}"]`);
  await expect(frame).toBeFocused();
  await expect(frame).toHaveAttribute("loading", "lazy");
  await expect(page.frameLocator(`iframe[title="${map_title}"]`).getByText("a map")).toBeVisible();
  expect(asked).toEqual([map]);
  await expect(drawn, "the map stands in its place").toHaveCount(0);
  await expect(button).toHaveCount(0);
});

test("the drawn map is printed, and its button is not", async ({ page }) => {
  await page.goto("/contact");
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("img", { name: map_image.alt })).toBeVisible();
  await expect(page.locator(".office_map .button")).toBeHidden();
});
