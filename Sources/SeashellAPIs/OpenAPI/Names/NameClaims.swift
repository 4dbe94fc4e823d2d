/// The operations of one group that need a name, with the candidates of each.
struct NameClaims {
  /// How many times operations that want the same command move to their next candidates.
  private static let mostRounds = 12

  /// How close an operation's path is to its group's path.
  enum Place: Int {
    case home
    case near
    case elsewhere
  }

  private struct Claim {
    let candidates: [String]
    var rank = 0
    let place: Place
    let method: DescribedMethod
    let hasFirst: Bool

    var command: String { candidates[rank] }

    /// Whether the current candidate is the operation's first choice.
    ///
    /// An operation that lost its first choice cannot take another operation's.
    var wantsFirst: Bool { rank == 0 && hasFirst }
  }

  private var claims: [Claim] = []
  /// How many commands were compared; tests check its limit.
  private(set) var comparisons = 0

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

  /// Gives each operation a command of its own, in the order of the claims.
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
  /// keep it; returns whether any was moved.
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

  /// Returns the claim that keeps a command wanted by several operations, if any.
  ///
  /// It is the only one at home, or else the only one near; if there are several, the only PATCH, since PUT
  /// may be called `replace`. Otherwise it is the only GET, but elsewhere no operation is simply `add`,
  /// `edit` or `delete`.
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

  private func only(_ method: DescribedMethod, of indexes: [Int]) -> Int? {
    var found: Int?
    for index in indexes where claims[index].method == method {
      if found != nil { return nil }
      found = index
    }
    return found
  }
}
