import { useSite } from "../site/context";

/** The office's street address on two lines. */
export function Address() {
  const { street, city, region, postal_code } = useSite().content.site.contact.address;
  return (
    <address>
      {street}
      <br />
      {`${city}, ${region} ${postal_code}`}
    </address>
  );
}
