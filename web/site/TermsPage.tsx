import { sitePages } from '#contract/site.ts'
import { PageHead } from './Band.tsx'
import { brand } from './brand.ts'
import { Each } from './Filled.tsx'

export function TermsPage() {
  return (
    <>
      <PageHead title="Terms and Conditions">
        What you may expect of {brand.name}, and what we expect of you.
      </PageHead>
      <section className="inside section section--close prose" aria-label="Terms and conditions">
        <Each of="brand.policiesFrom">
          <p className="prose__note">In force since {brand.policiesFrom}.</p>
        </Each>
        <h2>The agreement</h2>
        <p>
          These terms are between {brand.legalName}, {brand.address} (“we”), and the company for which an
          account is opened (“you”). The person who signs up confirms that they may do so for their company.
        </p>
        <h2>What we provide</h2>
        <p>
          {brand.name} is an application for managing shipments, their documents and their figures. What each
          plan includes and costs is on the <a href={sitePages.pricing}>Pricing</a> page. We may improve the
          application at any time; we do not remove what you have paid for during the time that you have paid
          for.
        </p>
        <h2>Your account</h2>
        <p>
          Keep sign-in details to yourself and tell us at once if somebody else may know them. Your
          administrators decide who in your company may see and change what, and you answer for what is done
          under your account.
        </p>
        <h2>Your data</h2>
        <p>
          What you put in is yours. We use it to run the application for you and for nothing else; how
          personal data is handled is described in the <a href={sitePages.privacy}>Privacy Policy</a>. You can
          download your documents and read your data through the API at any time, and when you leave.
        </p>
        <h2>Fair use</h2>
        <p>
          Use the application for lawful business. Do not try to reach other companies’ data, to disturb the
          service, or to send messages that their recipients did not ask for. We may suspend an account that
          does, and tell you why.
        </p>
        <h2>Documents are yours to check</h2>
        <p>
          The application fills documents from what you entered and from templates that you choose. Whether a
          bill of lading, a declaration or an invoice is right is for you to check before it leaves your
          office.
        </p>
        <h2>Liability</h2>
        <p>
          We run the application with reasonable skill and care. We are not liable for loss of profit or for
          indirect loss, and in all other cases for no more than what you paid us in the twelve months before.
          Nothing here limits liability that the law does not allow to be limited.
        </p>
        <h2>Leaving</h2>
        <p>
          You may stop at any time. We may end an account with thirty days’ notice, or at once where these
          terms are seriously broken. Afterwards the data is deleted, except what the law requires us to keep.
        </p>
        <h2>Changes and law</h2>
        <p>
          We announce changes to these terms at least thirty days before they apply.
          <Each of="brand.jurisdiction">
            {' '}
            They are governed by the law of {brand.jurisdiction}, and its courts have jurisdiction.
          </Each>
        </p>
        <p>
          Questions? <a href={sitePages.contact}>Contact us</a>.
        </p>
      </section>
    </>
  )
}
