import { IconCheck } from '#web/ui/icons.ts'
import { sitePages } from '#contract/site.ts'
import { Each, Unless } from './Filled.tsx'

/** The plans of the brand file, side by side. */
export function Plans({ level }: { level: 2 | 3 }) {
  const Heading = `h${level}` as const
  return (
    <div className="plans">
      <Each of="brand.plans">
        <article className={'plan{{#isFirst}} plan--first{{/isFirst}}'}>
          <Heading className="plan__name">{'{{name}}'}</Heading>
          <p className="plan__price">
            <strong>{'{{price}}'}</strong>
            <Each of="per">
              {' '}
              <span className="plan__per">{'{{per}}'}</span>
            </Each>
          </p>
          <Each of="hasList">
            <ul className="plan__list">
              <Each of="includes">
                <li>
                  <IconCheck size={20} aria-hidden />
                  {'{{it}}'}
                </li>
              </Each>
            </ul>
          </Each>
          <Unless of="hasList">
            <p className="plan__soon">What it includes will be announced here, together with its price.</p>
          </Unless>
          <p className="plan__action">
            <Each of="isFirst">
              <a className="button button--main" href="/register">
                Sign Up
              </a>
            </Each>
            <Unless of="isFirst">
              <a className="button" href={sitePages.contact}>
                Ask about {'{{name}}'}
              </a>
            </Unless>
          </p>
        </article>
      </Each>
    </div>
  )
}
