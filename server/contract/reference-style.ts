/** The reference page's style: the reader's colours (light or dark), one column on a narrow screen. */
export const style = `
:root{--ink:#16202c;--soft:#556372;--paper:#fff;--panel:#f4f6f9;--line:#d9dfe6;--link:#0b57c2;--get:#0a6b3d;--post:#0b57c2;--put:#8a4b00;--delete:#b3261e}
@media(prefers-color-scheme:dark){:root{--ink:#e6ebf1;--soft:#a3b0be;--paper:#10161d;--panel:#19212b;--line:#303b48;--link:#83b4ff;--get:#6fd6a0;--post:#83b4ff;--put:#f2b56b;--delete:#ff9c94}}
*{box-sizing:border-box}
html{scroll-padding-top:1rem}
body{margin:0;font:16px/1.6 system-ui,sans-serif;color:var(--ink);background:var(--paper)}
a{color:var(--link)}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
.skip{position:absolute;left:-999px}.skip:focus{left:1rem;top:1rem;background:var(--paper);padding:.5rem}
header{display:flex;gap:.75rem;align-items:baseline;padding:1rem 1.5rem;border-bottom:1px solid var(--line)}
header a{margin-left:auto}
.page{display:grid;grid-template-columns:17rem minmax(0,1fr)}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:1.25rem;background:var(--panel);border-right:1px solid var(--line)}
nav h2{font-size:.8rem;letter-spacing:.05em;text-transform:uppercase;color:var(--soft);margin:1.2rem 0 .3rem}
nav ul,.routes{list-style:none;margin:0;padding:0}
nav li a{display:block;padding:.15rem .4rem;border-radius:.3rem;text-decoration:none;overflow-wrap:anywhere;font-size:.9rem}
nav li a:hover{background:var(--line)}
nav p{min-height:1.4em;margin:.2rem 0;font-size:.85rem;color:var(--soft)}
input{width:100%;font:inherit;padding:.45rem .6rem;color:inherit;background:var(--paper);border:1px solid var(--soft);border-radius:.4rem}
main{padding:1.5rem 2.5rem 6rem;max-width:62rem}
main:focus{outline:none}
main>h2{margin-top:3rem;text-transform:capitalize}
article{border:1px solid var(--line);border-radius:.6rem;padding:.25rem 1.5rem 1.25rem;margin:1.25rem 0}
article h3{font:600 1.15rem/1.4 ui-monospace,monospace;margin-bottom:0}
.summary{color:var(--soft);margin-top:.2rem}
.method{font:700 .75rem ui-monospace,monospace;display:inline-block;min-width:3.6rem}
.get{color:var(--get)}.post{color:var(--post)}.put{color:var(--put)}.delete{color:var(--delete)}
code,pre{font:.875em/1.5 ui-monospace,monospace}
p code,td code{background:var(--panel);padding:.05em .3em;border-radius:.25rem;overflow-wrap:anywhere}
pre{background:var(--panel);padding:1rem;border-radius:.5rem;overflow:auto}
.scroll{overflow-x:auto;margin:1rem 0}
table{border-collapse:collapse;width:100%;font-size:.92rem}
caption{text-align:left;font-weight:600;padding:.3rem 0}
th,td{text-align:left;vertical-align:top;padding:.4rem .8rem .4rem 0;border-top:1px solid var(--line);font-weight:normal}
thead th{color:var(--soft);font-size:.8rem}
b{font-size:.72rem;color:var(--put)}small{display:block;color:var(--soft)}
summary{cursor:pointer;padding:.3rem 0;font-weight:600}
[hidden]{display:none}
@media(max-width:52rem){.page{grid-template-columns:minmax(0,1fr)}nav{position:static;height:auto;max-height:45vh;border-right:0}main{padding:1rem}}
@media print{nav,.skip{display:none}.page{display:block}}
`;

/** The search: hides the operations and events that do not hold every word typed. "/" goes to the field. */
export const script = `
const search = document.getElementById('search');
const found = document.getElementById('found');
const articles = [...document.querySelectorAll('article')].map((element) => ({ element, text: element.textContent.toLowerCase() }));
function show() {
  const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
  let count = 0;
  for (const { element, text } of articles) {
    element.hidden = !words.every((word) => text.includes(word));
    document.querySelector('nav [data-for="' + CSS.escape(element.id) + '"]').hidden = element.hidden;
    if (!element.hidden) count += 1;
  }
  for (const group of document.querySelectorAll('nav .group')) {
    group.hidden = !group.querySelector('li:not([hidden])');
  }
  found.textContent = words.length === 0 ? '' : count + ' found';
}
search.addEventListener('input', show);
document.addEventListener('keydown', (event) => {
  if (event.key === '/' && document.activeElement !== search) { event.preventDefault(); search.focus(); }
});
`;
