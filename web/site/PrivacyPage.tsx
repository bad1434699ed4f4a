import { sitePages } from '#contract/site.ts'
import { PageHead } from './Band.tsx'
import { brand } from './brand.ts'
import { Each } from './Filled.tsx'

export function PrivacyPage() {
  return (
    <>
      <PageHead title="Privacy Policy">
        What {brand.legalName} knows about you, why, and what you can ask of us.
      </PageHead>
      <section className="inside section section--close prose" aria-label="Privacy policy">
        <Each of="brand.policiesFrom">
          <p className="prose__note">In force since {brand.policiesFrom}.</p>
        </Each>
        <h2>Who is responsible</h2>
        <p>
          {brand.legalName}, {brand.address}. Write to <a href={`mailto:${brand.email}`}>{brand.email}</a> or
          call <a href={`tel:${brand.phoneLink}`}>{brand.phone}</a> about anything on this page.
        </p>
        <h2>When you visit these pages</h2>
        <p>
          These pages set no cookies of their own, do not count visitors, and load nothing from other
          companies. If you are signed in to the application, a cookie says that you are, and nothing else, so
          that the menu can offer you the way back in. Our server handles your network address to answer you
          and to keep its service safe.
        </p>
        <h2>When you write to us</h2>
        <p>
          The contact form and the question form send us your name, your e-mail address, your telephone number
          if you give it, and what you write. We use them to answer you. Your network address is counted for
          an hour in a form that does not show it, so that nobody can flood us with messages.
        </p>
        <h2>When you use the application</h2>
        <p>
          We keep your name, your e-mail address and how you sign in; a password is kept only as a hash from
          which it cannot be read. Your company’s administrators see who signed in when and from where, and
          who changed which record, since a forwarder has to be able to answer for its papers. Cookies and the
          browser’s own storage hold your sign-in, how you like your tables, and forms that you have not saved
          yet. One cookie is kept for a year. It lets us recognise a browser that you have signed in with, so
          that nobody can lock you out by guessing at your password, and so that we can tell you by e-mail
          about a sign-in from a new browser. Under My account you can see where you are signed in, and sign
          out there.
        </p>
        <p>
          Your company decides what it records about its customers and their shipments. For that data it is
          responsible, and we process it on its behalf, for no purpose of our own.
        </p>
        <h2>Who else receives data</h2>
        <p>
          The companies that run our servers and deliver our e-mail, which are bound by contract to do nothing
          else with it, and authorities where the law requires it. We sell data to nobody.
        </p>
        <h2>How long it is kept</h2>
        <p>
          Messages until they are answered, and for as long as the law requires us to keep correspondence. The
          application’s data as long as your company has its account; documents and templates that are deleted
          can be restored for 30 days. Failed sign-ins with an address that nobody here uses are kept for 90
          days.
        </p>
        <h2>Your rights</h2>
        <p>
          You may ask what we hold about you, have it corrected or deleted, receive a copy, restrict or object
          to its use, and complain to your data protection authority. Write to{' '}
          <a href={`mailto:${brand.email}`}>{brand.email}</a>. If your data is a company’s on the application,
          that company decides, and we help it to answer you.
        </p>
        <p>
          See also the <a href={sitePages.terms}>Terms and Conditions</a>.
        </p>
      </section>
    </>
  )
}
