import './icon.svg?url&no-inline'
import './css/base.css'
import './css/bar.css'
import './css/home.css'
import './css/pages.css'
import './css/forms.css'
import './css/footer.css'
import { sendByScript } from './forms.ts'

const STICKY_FROM = 50
const BACK_TO_TOP_FROM = 100

const bar = document.querySelector('[data-bar]')
const toTop = document.querySelector<HTMLElement>('[data-to-top]')
const wantsStillness = matchMedia('(prefers-reduced-motion: reduce)')

/** Scrolled 50 pixels, the top bar stays in sight; scrolled 100, there is a way back up. */
function followScroll(): void {
  bar?.classList.toggle('bar--sticky', window.scrollY > STICKY_FROM)
  if (toTop) toTop.hidden = window.scrollY <= BACK_TO_TOP_FROM
}

document.addEventListener('scroll', followScroll, { passive: true })
followScroll()

toTop?.addEventListener('click', event => {
  event.preventDefault()
  window.scrollTo({ top: 0, behavior: wantsStillness.matches ? 'auto' : 'smooth' })
  // The button goes away: the keyboard goes on from the top.
  document.body.focus({ preventScroll: true })
})

// The specification: every change of route begins at the top, the browser's Back included.
history.scrollRestoration = 'manual'
window.addEventListener('pageshow', event => {
  if (event.persisted) window.scrollTo(0, 0)
})

/** Menus close as menus do: by Escape, by a click elsewhere, and when the keyboard has left them. */
for (const menu of document.querySelectorAll<HTMLDetailsElement>('[data-closes]')) {
  const closeUnless = (target: EventTarget | null) => {
    if (menu.open && !(target instanceof Node && menu.contains(target))) menu.open = false
  }
  document.addEventListener('click', event => closeUnless(event.target))
  menu.addEventListener('focusout', event => {
    if (event.relatedTarget) closeUnless(event.relatedTarget)
  })
  menu.addEventListener('keydown', event => {
    if (event.key !== 'Escape' || !menu.open) return
    menu.open = false
    menu.querySelector('summary')?.focus()
  })
}

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-call]')) sendByScript(form)
