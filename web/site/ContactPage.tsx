import { IconMail, IconMapPin, IconPhone, IconUsersGroup } from '#web/ui/icons.ts'
import { sendEnquiry } from '#contract/enquiries.ts'
import { PageHead } from './Band.tsx'
import { brand } from './brand.ts'
import { Each } from './Filled.tsx'
import { FormField } from './FormField.tsx'
import { MessageForm } from './MessageForm.tsx'
import { OfficeMap } from './OfficeMap.tsx'

export function ContactPage() {
  return (
    <>
      <PageHead title="Contact">Write to us, call us or visit us.</PageHead>
      <section className="inside section section--close contact" aria-label="How to reach us">
        <MessageForm page="contact" call={sendEnquiry.path} label="Contact" button="Send Message">
          <div className="pair">
            <FormField name="name" label="Name" autoComplete="name" />
            <FormField name="email" label="Email" type="email" autoComplete="email" />
          </div>
          <div className="pair">
            <FormField name="phone" label="Phone" type="tel" autoComplete="tel" optional />
            <FormField name="subject" label="Subject" />
          </div>
          <FormField name="message" label="Message" rows={7} />
        </MessageForm>
        <div className="reach">
          <h2 className="reach__title">{brand.legalName}</h2>
          <address className="reach__ways">
            <a href={`mailto:${brand.email}`}>
              <IconMail size={24} stroke={1.5} aria-hidden />
              {brand.email}
            </a>
            <a href={`tel:${brand.phoneLink}`}>
              <IconPhone size={24} stroke={1.5} aria-hidden />
              {brand.phone}
            </a>
            <a href={brand.social} rel="me noopener">
              <IconUsersGroup size={24} stroke={1.5} aria-hidden />
              Community
            </a>
            <p id="map">
              <IconMapPin size={24} stroke={1.5} aria-hidden />
              {brand.address}
            </p>
          </address>
          <Each of="brand.map">
            <OfficeMap className="reach__map" />
          </Each>
        </div>
      </section>
    </>
  )
}
