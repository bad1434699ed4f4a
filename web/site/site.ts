import './icon.svg?url&no-inline'
import './site.css'

const STICKY_FROM = 50

const bar = document.querySelector('[data-bar]')

/** The top bar parts from the page once it has been scrolled 50 pixels. */
function followScroll() {
  bar?.classList.toggle('bar--sticky', window.scrollY > STICKY_FROM)
}

document.addEventListener('scroll', followScroll, { passive: true })
followScroll()
