import SeashellKit

/// The stage `chart`.
struct ChartCommand: StageCommand {
  let kind = Argument<ChartKind>("KIND", "what to draw")
  let fields = Argument<[String]>(
    "FIELD",
    "the fields: a name and a number for bars, one for a histogram, a time or a number and one or more numbers for lines and points",
    completion: "fields")
  let bins = Option<Int?>(
    "bins", value: "N", "how many ranges of equal size a histogram has", in: 1...1_000)
  let svg = Flag("svg", "write the chart as SVG, for a page or a report")

  var specification: CommandSpecification {
    CommandSpecification(
      "chart", abstract: "Draw the records",
      discussion: """
        'bar NAME NUMBER' draws a bar for each record, all on one scale. 'histogram FIELD' counts the records \
        in ranges of a number or a time. 'line TIME NUMBER' and 'scatter X Y' draw points by two axes; \
        several numbers share one axis, at most \(ChartKind.maximumSeries). 'spark FIELD' shows a list of \
        numbers in each record as a small line in the table, and a single number as the line of all records.
        Every record is drawn: what has no value is counted below the chart. With -o json, jsonl or csv, or \
        before another stage, it gives its figures instead, such as the ranges of a histogram.
        """,
      examples: [
        .init(
          "products list --per-page 5 | chart bar name price",
          "compares the prices of five products"),
        .init(
          "products list --all | chart histogram price --bins 8", "counts the products by price"),
        .init("from csv sales.csv | chart line day orders returns", "shows two numbers over time"),
        .init(
          "products list --all | each products show $it.id | chart scatter review_count rating",
          "shows whether many reviews mean a good rating"),
        .init("products list --all | chart spark price", "draws all prices in one line"),
        .init(
          "products list --all | chart histogram price --svg > prices.svg", "writes a picture"),
      ],
      parameters: [kind, fields, bins, svg], changesData: false
    ).listed(under: "draw")
  }

  func stage(_ invocation: Invocation) throws -> any RecordStage {
    let kind = invocation[kind]
    let words = invocation.words(of: fields)
    let fields = try zip(invocation[fields], words).map { text, word in
      guard !text.isEmpty else {
        throw ShellError(.usage, "a field's name is empty", word: word)
      }
      return RecordField(text, word: word)
    }
    guard kind.fieldCounts.contains(fields.count) else {
      let wanted = "'chart \(kind.rawValue)' takes \(kind.usage)"
      throw fields.count < kind.fieldCounts.lowerBound
        ? ShellError(.usage, wanted)
        : ShellError(.usage, wanted, word: fields[kind.fieldCounts.upperBound].word)
    }
    for (index, field) in fields.enumerated() {
      guard fields[..<index].contains(where: { $0.text == field.text }) else { continue }
      throw ShellError(.usage, "the field '\(field.text)' is given twice", word: field.word)
    }
    if invocation[bins] != nil, kind != .histogram {
      throw invocation.usageError("only a histogram has ranges", at: bins)
    }
    if kind == .spark {
      guard !invocation[svg] else {
        throw invocation.usageError("a spark is part of a table", at: svg)
      }
      return SparkStage(
        fields[0], invocation.chartLimit, to: invocation.output, report: invocation.report)
    }
    return ChartStage(
      kind, fields, bins: invocation[bins], isSVG: invocation[svg], invocation.chartLimit,
      to: invocation.output)
  }

  func fields(after fields: [String], words: [String]) -> [String] {
    switch words.first.flatMap(ChartKind.init(rawValue:)) {
    case .histogram: ["from", "to", "count"]
    case .spark where fields.isEmpty: Array(words.dropFirst())
    case .spark, nil: fields
    case .bar, .line, .scatter: Array(words.dropFirst())
    }
  }
}

extension Invocation {
  fileprivate var chartLimit: GatherLimit { GatherLimit(stage: "chart", limit: gatherLimit) }
}
