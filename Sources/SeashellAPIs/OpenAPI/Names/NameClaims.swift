/// The operations of one group that need a name, with the candidates of each.
struct NameClaims {
  /// How many times operations that want the same command move to their next candidates.
  private static let mostRounds = 16

  /// How close an operation's path is to its group's own path.
  enum Place: Int {
    /// The collection or a thing.
    case home
    /// Directly below a thing.
    case thing
    /// Directly below the collection.
    case collection
    case below
    case elsewhere
  }

  private struct Claim {
    var candidates: NameCandidates
    /// The candidates that are free.
    var free: [String]
    var hasFallbacks = false
    var rank = 0
    let place: Place
    let hasFirst: Bool
    /// The command in singular; `add-label` and `add-labels` are the same to a user.
    var key: String

    var command: String { free[rank] }

    /// Whether the current candidate is the operation's first choice.
    ///
    /// An operation that lost its first choice cannot take another operation's.
    var wantsFirst: Bool { rank == 0 && hasFirst }

    var isAtEnd: Bool { hasFallbacks && rank == free.count - 1 }
    var size: Int { candidates.operation.path.parts.count + candidates.operation.path.braces }

    /// Whether the last parameter is an id.
    var isByID: Bool {
      candidates.operation.path.parameters.last?.lowercased().hasSuffix("id") ?? false
    }
  }

  private var claims: [Claim] = []
  /// How many commands were compared; tests check its limit.
  private(set) var comparisons = 0

  /// - Parameter isTaken: returns whether a command belongs or belonged to another operation.
  mutating func add(_ candidates: NameCandidates, isTaken: (String) -> Bool) {
    let free = candidates.names.filter { !isTaken($0) }
    var claim = Claim(
      candidates: candidates, free: free, place: candidates.place,
      hasFirst: !free.isEmpty && free.first == candidates.names.first, key: "")
    if free.isEmpty { Self.addFallbacks(to: &claim, isTaken) }
    claim.key = Self.key(claim.command)
    claims.append(claim)
  }

  private static func key(_ command: String) -> String {
    var (isPlural, last) = (false, UInt8(0))
    for byte in command.utf8 {
      isPlural = isPlural || last == UInt8(ascii: "s") && byte == UInt8(ascii: "-")
      last = byte
    }
    guard isPlural || last == UInt8(ascii: "s") else { return command }
    return NameWords.singulars(NameWords.words(of: command)).joined(separator: "-")
  }

  private static func addFallbacks(to claim: inout Claim, _ isTaken: (String) -> Bool) {
    if claim.hasFallbacks { return }
    claim.hasFallbacks = true
    let count = claim.candidates.names.count
    claim.candidates.addFallbacks()
    for name in claim.candidates.names.dropFirst(count) where !isTaken(name) {
      claim.free.append(name)
    }
    if claim.free.isEmpty { claim.free = Array(claim.candidates.names.suffix(1)) }
  }

  /// Gives each operation a command of its own, in the order of the claims.
  mutating func settle(isTaken: (String) -> Bool) -> [String] {
    var rivals: [String: [Int]] = [:]
    for index in claims.indices { rivals[claims[index].key, default: []].append(index) }
    var contested = Array(rivals.keys)
    for _ in 0..<Self.mostRounds where !contested.isEmpty {
      var moved: [Int] = []
      for key in contested { takeNextCandidates(key, &rivals, &moved, isTaken) }
      var keys: Set<String> = []
      for index in moved {
        let key = Self.key(claims[index].command)
        claims[index].key = key
        rivals[key, default: []].append(index)
        keys.insert(key)
      }
      contested = Array(keys)
    }
    var commands: [String] = []
    var used: Set<String> = []
    var numbers: [String: Int] = [:]
    for claim in claims {
      var command = claim.command
      comparisons += 1
      while isTaken(command) || used.contains(command) {
        comparisons += 1
        // Continue with the number after the last one used.
        let number = (numbers[claim.command] ?? 1) + 1
        numbers[claim.command] = number
        command = "\(claim.command)-\(number)"
      }
      used.insert(command)
      commands.append(command)
    }
    return commands
  }

  /// Moves operations that want the same command to their next candidates, except the one that may
  /// keep it.
  private mutating func takeNextCandidates(
    _ key: String, _ rivals: inout [String: [Int]], _ moved: inout [Int],
    _ isTaken: (String) -> Bool
  ) {
    let indexes = rivals[key] ?? []
    comparisons += indexes.count
    guard indexes.count > 1, !areDifferent(indexes) else { return }
    let keeper = keeper(of: indexes)
    var kept: [Int] = []
    for index in indexes {
      if index != keeper, claims[index].rank == claims[index].free.count - 1 {
        Self.addFallbacks(to: &claims[index], isTaken)
      }
      if index == keeper || claims[index].isAtEnd {
        kept.append(index)
      } else {
        claims[index].rank += 1
        moved.append(index)
      }
    }
    rivals[key] = kept
  }

  /// Whether operations have little else left, and differ at least in a plural.
  private func areDifferent(_ indexes: [Int]) -> Bool {
    var (commands, isLate) = (Set<String>(), false)
    for index in indexes {
      commands.insert(claims[index].command)
      isLate =
        isLate || claims[index].hasFallbacks && claims[index].rank >= claims[index].free.count - 2
    }
    return isLate && commands.count == indexes.count
  }

  /// Returns the claim that keeps a command wanted by several operations, if any.
  private func keeper(of indexes: [Int]) -> Int? {
    let firsts = indexes.filter { claims[$0].wantsFirst }
    if firsts.isEmpty { return only(indexes) { $0.isAtEnd } }
    if firsts.count == 1 { return firsts[0] }
    let best = firsts.map { claims[$0].place.rawValue }.min() ?? 0
    let isElsewhere = best == Place.elsewhere.rawValue
    var close = firsts.filter { claims[$0].place.rawValue == best }
    if let found = only(close, where: { $0.candidates.operation.path.query.isEmpty }) {
      return found
    }
    if close.count == 1, !isElsewhere { return close[0] }
    let verb = claims[indexes[0]].key.split(separator: "-").first.map(String.init) ?? ""
    if best == Place.home.rawValue {
      // What is done to one thing belongs to its path, what is listed and added to that of all.
      let isOfThing = ["show", "edit", "replace", "put", "delete"].contains(verb)
      let fitting = close.filter { claims[$0].candidates.isItem == isOfThing }
      if fitting.count == 1 { return fitting[0] }
      if !fitting.isEmpty { close = fitting }
    }
    let size = close.map { claims[$0].size }.min() ?? 0
    let shortest = close.filter { claims[$0].size == size }
    let isPlain = ["add", "edit", "delete"].contains(claims[indexes[0]].key)
    if shortest.count == 1, !isElsewhere || !isPlain { return shortest[0] }
    // Of two ways to name one thing, the one by its id.
    let first = claims[shortest[0]].candidates
    let areAlike = shortest.allSatisfy {
      claims[$0].candidates.method == first.method
        && claims[$0].candidates.chain.count == first.chain.count
    }
    if areAlike, let found = only(shortest, where: { $0.isByID }) { return found }
    return isElsewhere ? nil : only(close) { $0.candidates.method == .get }
  }

  private func only(_ indexes: [Int], where condition: (Claim) -> Bool) -> Int? {
    var found: Int?
    for index in indexes where condition(claims[index]) {
      if found != nil { return nil }
      found = index
    }
    return found
  }
}

extension NameCandidates {
  var place: NameClaims.Place {
    guard isInside else { return .elsewhere }
    let tail = Array(below)
    let isThing = tail.first.map { tree[$0].isParameter } ?? true
    if tail.count < 2, isThing { return .home }
    if tail.count == 2, isThing { return .thing }
    return tail.count == 1 ? .collection : .below
  }
}
