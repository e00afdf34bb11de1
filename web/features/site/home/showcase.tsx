import { drawing } from "#web/features/categories/index.ts";
import { Container } from "#web/ui/container.tsx";
import { Link } from "#web/ui/link.tsx";
import { sameHtml } from "#web/ui/same-html.ts";
import { Foot, Head } from "./live-sections.tsx";

/** The six of spec 1 section 1, each as a selection of the directory (spec 2 section 3). */
const SHOWCASE = [
  {
    title: "Carpentry and construction",
    text: "Builders, joiners, roofers and fitters",
    art: "carpentry",
    category: "Construction/Trade",
  },
  {
    title: "Auto repairs",
    text: "Garages, mechanics, tyres and recovery",
    art: "cars",
    category: "Cars/Vehicles",
  },
  {
    title: "Electrical",
    text: "Rewires, sockets, lights and inspections",
    art: "electrical",
    category: "Construction/Trade > Electrician",
  },
  {
    title: "Painting and decorating",
    text: "Inside, outside and everything on the walls",
    art: "painting",
    category: "Painting, Decorating and Interior Design",
  },
  {
    title: "Consulting",
    text: "Advice for your business and your money",
    art: "consulting",
    category: "Legal and Financial Services",
  },
  {
    title: "IT and digital",
    text: "Websites, apps, repairs and security",
    art: "it",
    category: "IT",
  },
] as const;

/** Six ways into the directory. */
export const Showcase = () => (
  <section
    aria-labelledby="showcase"
    className="border-t border-line bg-surface py-10 sm:py-20"
    {...sameHtml(["showcase"], () => (
      <Container>
        <Head
          id="showcase"
          title="Start with what you need"
          to="/categories"
          all="See every category"
        />
        <ul className="grid grid-cols-2 gap-x-4 gap-y-8 sm:gap-x-6 sm:gap-y-10 lg:grid-cols-3">
          {SHOWCASE.map(({ title, text, art, category }) => (
            <li key={art} className="group relative">
              <div className="overflow-hidden rounded-lg">
                <img
                  src={drawing(art)}
                  alt=""
                  width="320"
                  height="200"
                  loading="lazy"
                  className="w-full transition-[scale] duration-calm ease-settle group-hover:scale-103"
                />
              </div>
              <h3 className="mt-3 text-lg leading-tight sm:mt-4 sm:text-xl">
                <Link
                  to={`/directory?category=${encodeURIComponent(category)}`}
                  className="underline-offset-4 group-hover:underline after:absolute after:inset-0"
                >
                  {title}
                </Link>
              </h3>
              <p className="mt-1 text-sm text-ink-soft sm:text-base">{text}</p>
            </li>
          ))}
        </ul>
        <Foot to="/categories" all="See every category" />
      </Container>
    ))}
  />
);
