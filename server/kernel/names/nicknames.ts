/** Given names that one person may go by, and spellings of particles: one group for each line, romanised. */
const groups = `
alexander alex alec sandy sasha sacha alexandar aleksandar aleks aleksandr oleksandr alessandro alejandro xander
alexandra alex sandra sasha aleksandra sandy lexi
andrew andy drew andrei andrey andrea andreas andres andriy
anna ana anne ann anya annie hanna
anthony tony anton antonio antony toni
benjamin ben benny benji
barbara barb babs
bernard bernie bernhard
catherine katherine kathryn kate katie kathy cathy kat catharine katarina ekaterina katya katerina kateryna
charles charlie chuck carl karl carlos
christopher chris kris topher christoph christoffer
christine christina chris tina kristina hristina
daniel dan danny
david dave davy dave
deborah debbie deb debra
dimitar mitko dimo dimitri dmitry dmitri dima dmitriy dmytro
donald don donnie
dorothy dot dottie dolly
edward ed eddie ted teddy ned
elizabeth liz beth betty lizzie eliza elisabeth lisa libby elisaveta
eleanor ellie nell nora
emilia emma emily emi
eugene gene evgeni yevgeny evgeny yevhen jevgeni
francis frank fran francisco franz francesco
frances fran frankie francesca
frederick fred freddie freddy friedrich fritz frederik fredrick
gabriel gabe gabi gabriela
george georgi gosho georg jorge giorgio giorgos joro georgios yorgos yuri
gerald gerry jerry
gregory greg grigor grigori
harold harry hal
henry harry hank henri heinrich henrik
hristo itso christo
ivan vanyo vanio ioan ivo vanya
ivanka vanya
jacob jake jakob yakov
jacqueline jackie
james jim jimmy jamie jaime
janet jan
jason jay
jeffrey jeff geoff geoffrey
jennifer jen jenny jenni
john jack johnny jon johann johannes hans jan giovanni juan jean joao
jonathan jon jonny nathan jonathon
joseph joe joey jose josef giuseppe beppe pepe iosif yosif yusuf
joshua josh
judith judy
kenneth ken kenny
konstantin kosta kostya constantine costa kostadin
lawrence larry laurence lorenzo
leonard leo len lenny
lyudmila lyuda lucy mila lyudmyla
margaret maggie meg peggy greta rita marge margarita
maria mary mimi mariya marie mariika marija
martin marty martyn
matthew matt matthias mateo matteo matei
maxim max maksim maximilian maks
michael mike mick mickey mikhail mihail misha miguel michel michele mykhailo mischa
nadezhda nadya nadia
natalia natasha nataliya natalie nathalie natalya
nathaniel nate nathan
nicholas nick nicky nicolas nikolai nikola nikolay niko klaus mykola nikos
nicole nikki nicky
olga olya olha
oliver ollie olivier
pamela pam
patricia pat patty trish tricia
patrick pat paddy
paul pavel pablo paolo pavlo paulo
penelope penny
petar peter pete pesho petr petro pedro pierre pietro
philip phil pip phillip filip philippe felipe
rebecca becky becca
richard rick dick rich richie ricky
robert rob bob bobby robbie bert roberto
roderick rod roddy
ronald ron ronnie
samuel sam sammy samantha
sebastian seb bastian
sergei sergey serge serhiy sergio seryozha
sophia sofia sophie sofiya sofie sofi
stephen steven steve stefan stephan stefano etienne stepan esteban
stanislav stan stas
stoyan stoycho
suzanne susan sue susie suzie susanna
svetlana sveta lana svitlana
tatiana tanya tania tatyana tetyana
theodore ted teddy theo todor fyodor teodor
thomas tom tommy tomas tomasz
timothy tim timmy
todor tosho
valentin valyo val
valentina valya tina
vasil vasko vassil vasily vasyl basil
veronica ronnie vera nika
victor vic viktor vitya
victoria vicky vicki tori viktoria viktoriya
vincent vince vinnie
vladimir vlado vladi volodymyr vova volodya
walter walt wally
william bill billy will willy liam wilhelm guillermo willem guillaume
yordan dancho jordan
yulia julia julie yuliya julija
zachary zach zack zac
muhammad mohammed mohamed mohammad muhammed mohamad mehmet mohd muhamad
ahmad ahmed ahmet akhmed
abdullah abdallah abdulla
hussein husayn hussain husein hossein hosein
hasan hassan
omar umar
osama usama
yusuf yousef youssef joseph yosef
ibrahim abraham ebrahim
khalid khaled
said saeed sayed
ali aly
bin ben ibn
al el ul
abu abou
abd abdul abdel abdal
`
  .trim()
  .split('\n')
  .map((line) => line.split(' '));

const groupsOf: ReadonlyMap<string, readonly number[]> = groups.reduce((index, group, number) => {
  for (const name of group) index.set(name, [...(index.get(name) ?? []), number]);
  return index;
}, new Map<string, number[]>());

/** Whether two given names (romanised) are names that one person may go by. */
export function areNicknames(left: string, right: string): boolean {
  const groupsOfLeft = groupsOf.get(left);
  if (groupsOfLeft === undefined) return false;
  const groupsOfRight = groupsOf.get(right);
  return groupsOfRight?.some((group) => groupsOfLeft.includes(group)) ?? false;
}
