extension Catalogue {
  /// Things to cook, cut and keep with.
  static let kitchen = #"""
    product p-7 | 14 EUR | image kitchen/olive-spoon.jpg | related p-8 p-13 p-40
    name Olive wood cooking spoon
    description Cut from a single piece of olive wood, 32 cm long, with one straight edge that
      gets into the corners of a pan. Oil it now and then and it will outlast the pan.
    review 5 Rosalba | The flat edge is the whole point and nobody else seems to make one. Polenta
      has stopped sticking.
    review 5 chef_marek | I have six of these at work.
    review 4 Hanne | The grain is gorgeous. It arrived a bit dry, so give it a night in oil before
      you use it.
    review 3 Yusuf | Fine spoon, but a good few centimetres shorter than the picture suggests next
      to that pot.
    review 1 Claire D. | Split along the grain the third time I used it, in nothing hotter than a
      risotto. I asked for a replacement and was sent a leaflet about wood care. I had read the
      leaflet. It came with the spoon.
    review 5 bo_lagerqvist | Bästa sleven jag har haft.
    review 4 Iris | Smells faintly of olives when it gets warm. I like that, you may not.
    review 5 Anselm | Bought it after the one-star review below, to see. A year of daily use and
      no crack.

    product p-8 | 64 EUR | image kitchen/skillet.jpg | related p-7 p-9 p-41
    name Cast-iron skillet, 26 cm
    description Poured in sand, ground smooth inside and seasoned twice with linseed oil. Works on
      every stove including induction, and in the oven up to any temperature you have.
    review 5 Gregor | Eggs slide from week two on. Be patient in week one.
    review 5 la_tortilla | La mejor sartén que he comprado. Pesa, pero se nota.
    review 4 Maeve | Superb pan. 2.8 kg is no joke though, and the helper handle opposite is too
      small for an oven glove.
    review 5 tobias.w | Steak, cornbread, apple tart, and once a burglar-shaped noise at night.
    review 2 N. Okafor | Came with a rust bloom under the paper. It scrubbed out and I seasoned it
      again myself, which took a Sunday. "Ready to use" it was not.
    review 4 Lena | Grease it, heat it, wipe it, repeat.\nIf you won't do that, buy something
      else. If you will, buy this.
    review 5 Ferdinand | My grandchildren will fight about it.

    product p-9 | 48.5 CHF | image kitchen/bread-knife.jpg | related p-7 p-11 p-37
    name Bread knife with a walnut handle
    description A 24 cm blade with rounded teeth that cuts a crust without tearing the crumb. Made
      in a two-man workshop that will sharpen it again for the postage.
    review 5 Reto | Schneidet auch das dunkelste Roggenbrot ohne Druck.
    review 5 sourdough_sue | It goes through a three-day-old loaf as if it were cake. It goes
      through fingertips in much the same way. Respect it.
    review 4 Vreni | Sehr gutes Messer. Ein Schutz für die Klinge wäre schön gewesen.
    review 5 Matteo | I sent it in after a year. Back in eight days, sharp as new, with a
      handwritten note.
    review 3 j-p | Good blade, but the handle is made for large hands.

    product p-10 | 3200 JPY | image kitchen/oroshigane.jpg | related p-18 p-5
    name おろし金, tinned copper grater
    description Each tooth is raised by hand with a chisel, so the grater cuts ginger and radish
      where others squash them. With a bamboo brush to clean it.
    review 5 Haruka | 大根おろしがふわふわになります。もう他のものは使えません。
    review 5 Lars-Erik | An absurd price for a grater until you use it. Wasabi becomes cream.
    review 4 pim | It works wonderfully. Copper needs drying at once, or it spots.
    review 3 Theresa | Beautiful object. For the little ginger I use, a cheap one would have done,
      and that is my own fault.

    product p-11 | 32 GBP | image kitchen/butter-dish.jpg | related p-9 p-37
    name Butter dish with a lid that stays on
    description White stoneware with a deep groove, so that the lid sits still when the table is
      bumped. Takes a 250 g block with room for the knife.
    review 5 Oonagh | We have two boys and a dog. The lid has stayed on.
    review 4 marg_in_leith | Very plain, very good. Slightly too wide for the door of the fridge.
    review 5 Clement | Soft butter every morning. I'd forgotten.
    review 2 anneke | Glaze was missing in a patch under the rim, and butter gets into it. The
      replacement had the same patch, smaller.

    product p-12 | 54.95 USD | image kitchen/jars.jpg | related p-14 p-22
    name Set of six airtight glass storage jars with beech lids, silicone seals, a chalk pencil
      and thirty labels, for flour, sugar, pasta, rice, coffee and everything else
    description Six jars in three sizes that stack in pairs and share one size of lid. The seals
      come off for washing; spares are sold separately.
    review 5 Priya | The name is longer than the jar, but they are great jars.
    review 4 ottoline | Five perfect, one lid a bit tight. It has loosened since. The chalk pencil
      is useless, use a marker.
    review 3 Bram | They seal well, but "everything else" turned out not to include spaghetti: the
      tall one is 2 cm too short.
    review 5 dee_m | Moths: 0. Me: 1.

    product p-13 | 399 SEK | image kitchen/salad-bowl.jpg | related p-7 p-37
    name Salladsskål i ask (ash salad bowl)
    description Turned from Småland ash and finished with nothing but oil and patience. 30 cm
      across, which is salad for six or crisps for two.
    review 5 Åsa | Den är ännu finare i verkligheten. Doftar trä hela sommaren.
    review 4 Rikard | Fin skål, men tänk på att olja in den ofta i början.
    review 5 Helmi | A wedding present, and they asked where it was from before they had even
      unpacked the rest.

    product p-14 | 16.25 USD | image kitchen/timer.jpg | related p-12 p-21
    name Wind-up kitchen timer
    description Sixty minutes, no battery, and a bell that can be heard in the garden. Steel case
      with a magnet on its back.
    review 4 carol_ann | LOUD. I mean that as praise.
    review 3 Stig | Under five minutes it is out by half a minute or so. For pasta, yes; for eggs,
      no.
    review 5 Delphine | Je l'utilise aussi pour les devoirs des enfants. Increvable.
    review 1 m.brandt | Stopped ringing after a fortnight. It still ticks down to zero and then
      simply sits there, so I burned a loaf before I noticed. I would rather have a timer that
      doesn't work at all than one that works in silence.
    """#
}
