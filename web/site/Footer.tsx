import { IconArrowUp, IconMail, IconMapPin, IconPhone } from '#web/ui/icons.ts'
import { sitePages } from '#contract/site.ts'
import { brand } from './brand.ts'
import { Each } from './Filled.tsx'
import { OfficeMap } from './OfficeMap.tsx'

export function Footer() {
  return (
    <footer className="footer">
      <div className="footer__inside">
        <div className="footer__company">
          <p className="footer__name">{brand.name}</p>
          <p className="footer__tagline">{brand.tagline}</p>
          <address className="footer__address">
            <a href={`mailto:${brand.email}`}>
              <IconMail size={20} aria-hidden />
              {brand.email}
            </a>
            <a href={`tel:${brand.phoneLink}`}>
              <IconPhone size={20} aria-hidden />
              {brand.phone}
            </a>
            <a href={`${sitePages.contact}#map`}>
              <IconMapPin size={20} aria-hidden />
              {brand.address}
            </a>
          </address>
        </div>
        <Each of="brand.map">
          <OfficeMap className="footer__map" />
        </Each>
        <nav className="footer__links" aria-label="Footer">
          <div>
            <h2>Product</h2>
            <a href={sitePages.about}>About</a>
            <a href={sitePages.features}>Features</a>
            <a href={sitePages.pricing}>Pricing</a>
            <a href={sitePages.faq}>FAQ</a>
          </div>
          <div>
            <h2>Company</h2>
            <a href={sitePages.privacy}>Privacy Policy</a>
            <a href={sitePages.terms}>Terms and Conditions</a>
            <a href={brand.social} rel="me noopener">
              Community
            </a>
            <a href={sitePages.contact}>Contact Us</a>
          </div>
        </nav>
      </div>
      <p className="footer__copyright">
        © {brand.copyrightYear} {brand.legalName}
      </p>
      <a className="to-top" href="#top" data-to-top hidden>
        <IconArrowUp size={24} aria-hidden />
        <span className="unseen">Back to top</span>
      </a>
    </footer>
  )
}
