/// The operations of one group that want a name, and the candidates of each.
struct NameClaims {
  /// How often those that want the same command take their next candidates.
  private static let mostRounds = 12

  /// How near an operation's path is to that of its group.
  enum Place: Int {
    /// The group's own path, or that of its items.
    case home
    /// Only parameters away from it.
    case near
    case elsewhere
  }

  private struct Claim {
    let candidates: [String]
    /// The index of the present candidate.
    var rank = 0
    let place: Place
    let method: DescribedMethod
    /// Whether the first candidate was free.
    let hasFirst: Bool

    var command: String { candidates[rank] }

    /// Whether the present candidate is the first one of all.
    ///
    /// A claim that lost its first command has no right to another operation's.
    var wantsFirst: Bool { rank == 0 && hasFirst }
  }

  private var claims: [Claim] = []
  /// The commands that were compared, for tests: there is a bound on them.
  private(set) var comparisons = 0

  /// Adds the claim of an operation.
  ///
  /// - Parameter isTaken: whether a command of the group is another operation's.
  mutating func add(
    _ candidates: [String], place: Place, method: DescribedMethod, isTaken: (String) -> Bool
  ) {
    var free: [String] = []
    for command in candidates where !isTaken(command) { free.append(command) }
    claims.append(
      Claim(
        candidates: free.isEmpty ? Array(candidates.suffix(1)) : free, place: place,
        method: method, hasFirst: free.first == candidates.first))
  }

  /// Gives each operation a command of its own.
  ///
  /// - Returns: the commands in the order of the claims.
  mutating func settle(isTaken: (String) -> Bool) -> [String] {
    var rounds = 0
    while rounds < Self.mostRounds, takeNextCandidates() { rounds += 1 }
    var commands: [String] = []
    var used: Set<String> = []
    var numbers: [String: Int] = [:]
    for claim in claims {
      var command = claim.command
      comparisons += 1
      while isTaken(command) || used.contains(command) {
        comparisons += 1
        // Goes on where the last one stopped.
        let number = (numbers[claim.command] ?? 1) + 1
        numbers[claim.command] = number
        command = "\(claim.command)-\(number)"
      }
      used.insert(command)
      commands.append(command)
    }
    return commands
  }

  /// Moves all that want the same command to their next candidates, but for the one that may keep it.
  ///
  /// - Returns: whether any was moved.
  private mutating func takeNextCandidates() -> Bool {
    var slots: [String: Int] = [:]
    var rivals: [[Int]] = []
    for index in claims.indices {
      comparisons += 1
      let command = claims[index].command
      if let slot = slots[command] {
        rivals[slot].append(index)
      } else {
        slots[command] = rivals.count
        rivals.append([index])
      }
    }
    var hasMoved = false
    for indexes in rivals where indexes.count > 1 {
      let keeper = keeper(of: indexes)
      for index in indexes where index != keeper {
        guard claims[index].rank < claims[index].candidates.count - 1 else { continue }
        claims[index].rank += 1
        hasMoved = true
      }
    }
    return hasMoved
  }

  /// Returns the claim that keeps a command which several want; nil if there is none.
  ///
  /// It is the only one at home, else the only one near; of several there, the only PATCH, as PUT may be
  /// called `replace`. Else it is the only GET, but elsewhere nothing is plainly `add`, `edit` or `delete`.
  private func keeper(of indexes: [Int]) -> Int? {
    var nearest = Place.elsewhere
    for index in indexes where claims[index].wantsFirst {
      if claims[index].place.rawValue < nearest.rawValue { nearest = claims[index].place }
    }
    if nearest != .elsewhere {
      var rivals: [Int] = []
      for index in indexes where claims[index].wantsFirst && claims[index].place == nearest {
        rivals.append(index)
      }
      return rivals.count == 1 ? rivals[0] : only(.patch, of: rivals)
    }
    switch claims[indexes[0]].command {
    case NamedVerb.add.rawValue, NamedVerb.edit.rawValue, NamedVerb.delete.rawValue: return nil
    default: return only(.get, of: indexes)
    }
  }

  /// Returns the claim with a method, if there is exactly one.
  private func only(_ method: DescribedMethod, of indexes: [Int]) -> Int? {
    var found: Int?
    for index in indexes where claims[index].method == method {
      if found != nil { return nil }
      found = index
    }
    return found
  }
}
