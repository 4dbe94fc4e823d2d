import ShellCommands
import ShellOutput

struct GroupByCommand: StageCommand {
  let fields = Argument<[String]>(
    "FIELD", "a field whose values make groups; without one, all records are one group",
    completion: "fields")
  let sum = Option<[String]>(
    "sum", value: "F", "the sum of a field, as sum_F", completion: "fields")
  let mean = Option<[String]>(
    "mean", value: "F", "the mean of a field, as mean_F", completion: "fields")
  let min = Option<[String]>(
    "min", value: "F", "the least value of a field, as min_F", completion: "fields")
  let max = Option<[String]>(
    "max", value: "F", "the greatest value of a field, as max_F", completion: "fields")
  let median = Option<[String]>(
    "median", value: "F", "the number in the middle of a field, as median_F", completion: "fields")
  let distinct = Option<[String]>(
    "distinct", value: "F", "how many different values a field has, as distinct_F",
    completion: "fields")
  var specification: CommandSpecification {
    CommandSpecification(
      "group-by",
      abstract: "Count the records of each value, and sum up their fields",
      discussion: """
        It gives a record for each group: the fields, count, and a column for each option, in the order \
        given. Groups are in the order of their first records; records without a value are a group too. \
        Fields of CSV and TSV are equal if they read as equal numbers or dates. A sum is exact up to 38 \
        digits; a mean is rounded to 15 digits, and a half to the even digit. Records without a value \
        count for none of these. It holds the groups, and the values for --median and --distinct; see 'set gather-limit'.
        """,
      examples: [
        .init(
          "products list --all | group-by currency_code", "counts the products of each currency"),
        .init(
          "products list --all | group-by currency_code --mean price --max price",
          "shows the mean and the highest price in each currency"),
        .init(
          "products list --all | group-by --median price --distinct currency_code",
          "shows the middle of all prices, and how many currencies there are"),
      ],
      parameters: [fields, sum, mean, min, max, median, distinct], changesData: false)
  }

  func stage(_ invocation: Invocation) throws -> any RecordStage {
    let fields = try invocation.fields(of: fields)
    let options: [(Aggregate, Option<[String]>)] = [
      (.sum, sum), (.mean, mean), (.min, min), (.max, max), (.median, median),
      (.distinct, distinct),
    ]
    let aggregates = try options.flatMap { aggregate, option in
      try invocation.fields(of: option).map { GroupByStage.Total(aggregate, $0) }
    }
    .sorted { $0.field.word ?? 0 < $1.field.word ?? 0 }
    var names: Set<String> = ["count"]
    for (name, word) in fields.map({ ($0.text, $0.word) })
      + aggregates.map({ ($0.name, $0.field.word) })
    {
      guard names.insert(name).inserted else {
        throw ShellError(
          .usage, "two columns have the name '\(name)'",
          hint: name == "count" ? "give the field another name with 'select' first" : nil,
          word: word)
      }
    }
    return GroupByStage(
      fields, aggregates, GatherLimit(stage: "group-by", limit: invocation.gatherLimit),
      to: invocation.output, report: invocation.report)
  }

  func fields(after fields: [String], words: [String]) -> [String] {
    var names: [String] = []
    var totals: [String] = []
    var option: Aggregate?
    for word in words {
      if let aggregate = option {
        totals.append(aggregate.column(of: word))
        option = nil
      } else if word.hasPrefix("--") {
        let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1)
        option = parts.first.flatMap { Aggregate(rawValue: String($0)) }
        if parts.count == 2, let aggregate = option {
          totals.append(aggregate.column(of: String(parts[1])))
          option = nil
        }
      } else {
        names.append(word)
      }
    }
    return names + ["count"] + totals
  }
}

/// Counts the records for each value, and passes on a record for each group at the end.
private final class GroupByStage: FieldStage {
  struct Total {
    let aggregate: Aggregate
    var field: RecordField
    var kinds: SeenKinds
    let name: String
    /// The currencies of its amounts, if it is money and the groups are not those of a currency.
    var currencies: SeenCurrencies?

    init(_ aggregate: Aggregate, _ field: RecordField) {
      self.aggregate = aggregate
      self.field = field
      kinds = SeenKinds(of: field)
      name = aggregate.column(of: field.text)
    }

    /// The column, in records that are grouped by some fields.
    mutating func column(in columns: [Column], groupedBy fields: [RecordField]) -> Column {
      var column = Column(name)
      guard aggregate != .distinct, let index = field.column, field.steps.isEmpty else {
        return column
      }
      column.hint = columns[index].hint
      column.isRounded = aggregate == .mean || aggregate == .median
      currencies = SeenCurrencies(of: field, in: columns)
      if fields.contains(where: { $0.text == currencies?.name }) { currencies = nil }
      return column
    }

    var initialState: AggregateState {
      switch aggregate {
      case .sum, .mean: .sum(ExactSum())
      case .min, .max: .extreme(AggregateState.Extreme())
      case .median: .numbers([])
      case .distinct: .values([])
      }
    }

    func value(of state: AggregateState) -> CellValue {
      switch (aggregate, state) {
      case (.mean, .sum(let sum)): sum.mean
      case (_, .sum(let sum)): sum.value
      case (_, .extreme(let extreme)): extreme.value(as: kinds.kind)
      case (_, .numbers(let numbers)): AggregateState.median(numbers)
      case (_, .values(let values)): .integer(values.count)
      }
    }
  }

  private struct Group {
    let values: [CellValue]
    var count = 0
    var totals: [AggregateState]
    /// The index of the currency of each total.
    var currencies: [Int: Int] = [:]
  }

  private var fields: [RecordField]
  private var totals: [Total]
  private var columns: [Column] = []
  private var groups: [Group] = []
  private var places: [RecordKey: Int] = [:]
  /// How many values the totals of all groups hold.
  private var heldCount = 0
  private let limit: GatherLimit
  private let output: Output
  private let report: (String) -> Void
  /// The first total for which a group has amounts of several currencies.
  private var mixed: Int?

  init(
    _ fields: [RecordField], _ totals: [Total], _ limit: GatherLimit, to output: Output,
    report: @escaping (String) -> Void
  ) {
    self.report = report
    self.fields = fields
    self.totals = totals
    self.limit = limit
    self.output = output
    // All records are one group, even if there are none.
    if fields.isEmpty { groups = [Group(values: [], totals: totals.map(\.initialState))] }
  }

  var requiredFields: [RecordField] { fields + totals.map(\.field) }

  func begin(_ columns: [Column], isList: Bool) throws {
    for index in fields.indices { fields[index].find(in: columns) }
    for index in totals.indices {
      totals[index].field.find(in: columns)
      totals[index].currencies?.find(in: columns)
    }
    guard self.columns.isEmpty else { return }
    var result = fields.map { field in
      guard let index = field.column, field.steps.isEmpty else { return Column(field.text) }
      var column = Column(field.text, hint: columns[index].hint)
      column.isChosen = true
      return column
    }
    result.append(Column("count"))
    for index in totals.indices {
      result.append(totals[index].column(in: columns, groupedBy: fields))
    }
    let names = fields.filter(\.steps.isEmpty).map { ($0.text, $0.text) }
    self.columns = result.keepingHints(Dictionary(names) { first, _ in first })
  }

  /// Notes the currency of a group's amount.
  private func noteCurrency(
    of total: Int, in group: Int, _ values: [CellValue], _ amount: CellValue
  ) {
    guard let code = totals[total].currencies?.note(values, amount: amount) else { return }
    let first = groups[group].currencies[total]
    if first == nil { groups[group].currencies[total] = code }
    if let first, first != code, mixed == nil { mixed = total }
  }

  /// Reports that a group has amounts of several currencies, and makes amounts of a single one money.
  private func endCurrencies() {
    for (index, total) in totals.enumerated() {
      guard let codes = total.currencies?.codes, codes.count == 1, Money.isCode(codes[0]) else {
        continue
      }
      columns[fields.count + 1 + index].hint = .money(currency: codes[0])
    }
    if let mixed, let currencies = totals[mixed].currencies { report(currencies.notice) }
  }

  func row(_ values: [CellValue]) throws {
    let index = fields.isEmpty ? 0 : try group(of: values)
    groups[index].count += 1
    for total in totals.indices {
      let value = totals[total].field.value(in: values)
      let aggregate = totals[total].aggregate
      if aggregate == .min || aggregate == .max { try totals[total].kinds.note(value) }
      if totals[total].currencies != nil { noteCurrency(of: total, in: index, values, value) }
      let before = groups[index].totals[total].count
      try groups[index].totals[total].add(
        value, isLeast: aggregate == .min, totals[total].field)
      heldCount += groups[index].totals[total].count - before
    }
    try limit.check(heldCount, "values")
  }

  private func group(of values: [CellValue]) throws -> Int {
    let key = RecordKey(fields, in: values)
    if let index = places[key] { return index }
    try limit.check(groups.count + 1, "groups")
    places[key] = groups.count
    groups.append(
      Group(values: fields.map { $0.value(in: values) }, totals: totals.map(\.initialState)))
    return groups.count - 1
  }

  func end() throws {
    if fields.isEmpty, columns.isEmpty {
      columns = [Column("count")] + totals.map { Column($0.name) }
    }
    guard !columns.isEmpty else { return }
    endCurrencies()
    try output.columns(columns, isList: !fields.isEmpty)
    for group in groups {
      let computed = zip(totals, group.totals).map { $0.value(of: $1) }
      try output.row(group.values + [.integer(group.count)] + computed)
    }
  }
}
