extension Catalogue {
  /// Paper, pens and what lies under them.
  static let desk = #"""
    product p-23 | 13.5 EUR | image desk/notebook.jpg | related p-27 p-24
    name Dotted notebook, A5
    description 192 numbered pages of 100 g paper that takes ink without feathering, sewn so that
      it lies flat. An index in front, a pocket at the back.
    review 5 margin_notes | It lies FLAT. On page one, on page 96, on page 190. Flat.
    review 4 Sunniva | Lovely paper. The dots are a little dark for my taste; with pencil they
      compete.
    review 5 Teodor | Ma seizième. Il n'y a rien de mieux à ce prix.
    review 3 k_lindqvist | Mine had pages 33–48 upside down. Funny for a diary, less so for lab
      notes. They replaced it at once, hence three stars and not one.
    review 5 Ayumi | 万年筆でも裏抜けしません。紙がとても滑らか。
    review 5 Moss | Good pocket, good ribbon, good book

    product p-24 | 11 EUR | image desk/sharpener.jpg | related p-23 p-27
    name Brass pencil sharpener
    description A solid wedge of brass with two holes and blades that can be changed. Weighs 60 g
      and stays where you left it.
    review 5 Wanda | Sharpens to a needle. I have started to look for blunt pencils.
    review 5 drawing_daily | Ten years of plastic ones in the bin, and now this.
    review 4 Piet | Excellent for hard pencils. Soft coloured leads break in the large hole if you
      hurry.
    review 3 Roisin | Works well, but no catch for the shavings, so I use it over the bin.

    product p-25 | 45 CHF | image desk/felt-mat.jpg | related p-26 p-29
    name Wool felt desk mat, 80 × 40 cm
    description Four millimetres of pressed merino wool that quietens a keyboard and warms the
      wrists. Spot-clean with cold water.
    review 5 Ursina | Endlich keine kalten Handgelenke mehr im Homeoffice.
    review 4 codemonk | My microphone thanks me. The optical mouse took a day to get used to the
      felt.
    review 2 Ilse | It sheds. After six weeks there are still grey fibres on my sleeves, my laptop
      and, somehow, in my tea.

    product p-26 | 119 EUR | image desk/heron-lamp.jpg | related p-25 p-23
    name Heron desk lamp
    description A long-legged lamp of ash and steel with a warm, flicker-free light in three
      steps. The neck stays where it is put, and there is no app.
    review 5 Beatriz | «Sem aplicação» was what sold it. You turn a knob and there is light.
    review 4 Håkon | Beautiful. The lowest step could be lower still, for reading in bed.
    review 5 archi_tom | On my drawing table every day since March. It doesn't sink, it doesn't
      hum, it doesn't blink.
    review 1 Vera N. | The joint of the neck failed after five weeks and the head came down on my
      cup, my notebook and very nearly my hand. The shop wants me to send a one-metre lamp back in
      its original box. Who keeps a one-metre box?
    review 5 Quentin | Elegant, and it does look like a heron. My cat agrees and is stalking it.
    review 4 lamplighter | Easy to put together: <b>do</b> read step 4 before step 3, though.

    product p-27 | 38.5 USD | image desk/fountain-pen.jpg | related p-23 p-24
    name Fountain pen with a fine nib
    description A light aluminium pen with a springy steel nib and a converter for bottled ink.
      Writes at the first touch, even after a week in the drawer.
    review 5 inkwell | The nib is smoother than on pens five times the price.
    review 4 Bogdan | Very good. The cap doesn't post securely: it falls off the back in
      mid-sentence.
    review 5 Leontine | Für Linkshänder geeignet! Ich schreibe, ohne zu schmieren.
    review 2 Carlos V. | "Fine" here means medium. My handwriting is small and the letters close
      up.
    review 5 学 | 書き味が最高です。青いインクがよく似合います。

    product p-28 | 880 JPY | image desk/washi-tape.jpg | related p-23 p-39
    name 和紙テープ, ten rolls of washi tape
    description Ten patterns from indigo waves to persimmons, each 15 mm wide and 7 m long. Comes
      off paper and walls without taking anything along.
    review 5 Pauliina | Nämä ovat ihania. Liimaa tarpeeksi, muttei liikaa.
    review 4 craft_drawer | Gorgeous patterns. Two of the ten are nearly the same blue.

    product p-29 | 549 SEK | image desk/letter-tray.jpg | related p-25 p-24
    name Brevkorg i ek (oak letter tray)
    description Solid oak with finger joints and a cork base, for A4 upright or flat. Two of them
      stack, and three if you trust your table.
    """#
}
