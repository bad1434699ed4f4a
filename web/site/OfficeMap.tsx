import { landPath, projectPoint } from './world-map.ts'

// From the Arctic to the southern capes; what lies beyond has no offices.
const west = projectPoint(-170, 0)[0]
const east = projectPoint(182, 0)[0]
const north = projectPoint(0, 80)[1]
const south = projectPoint(0, -58)[1]

/** The world, drawn here, with a pin where the company is; a map service shows the street. */
export function OfficeMap({ className }: { className: string }) {
  return (
    <figure className={`map ${className}`}>
      <svg
        viewBox={`${west} ${north} ${east - west} ${south - north}`}
        role="img"
        aria-label={'{{brand.address}} on a map of the world'}
      >
        <path className="map__land" d={landPath} fillRule="evenodd" />
        <g transform={'scale(0.8 1) translate({{x}} {{y}}) scale(1.25 1)'}>
          <circle className="map__ring" r="7" />
          <path className="map__pin" d="M0 0C-1.4-3-4.2-5-4.2-8.6a4.2 4.2 0 1 1 8.4 0C4.2-5 1.4-3 0 0Z" />
          <circle className="map__hole" cy="-8.6" r="1.6" />
        </g>
      </svg>
      <figcaption>
        <a href={'{{link}}'} rel="noopener">
          Open in a map service
        </a>
      </figcaption>
    </figure>
  )
}
