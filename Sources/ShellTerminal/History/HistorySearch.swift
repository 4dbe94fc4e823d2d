import Glibc

/// Finds suggestions in the history.
///
/// While more is typed, it goes on where it was: what did not continue the shorter text does not continue the
/// longer one. So a line of many keys reads the history once.
@MainActor
struct HistorySearch {
  private let file: HistoryFile
  private var typed = ""
  private var environment = ""
  private var generation = -1
  private var count = 0
  /// The number of statements not searched yet: for one of the environment, and for any.
  private var own = 0
  private var any = 0
  /// What usually followed the statement with which the history ends.
  private var follower: String??
  /// The statements that failed in this session, unless they have succeeded since.
  private var failed: Set<String> = []

  init(_ file: HistoryFile) { self.file = file }

  /// Notes the outcome of a statement: one that has failed is not suggested on an empty line.
  mutating func note(_ statement: String, hasFailed: Bool) {
    if hasFailed { failed.insert(statement) } else { failed.remove(statement) }
    follower = nil
  }

  /// Returns the newest statement that continues a text, and is longer: one of the environment, or else of any.
  ///
  /// For an empty text, that is the statement that usually followed the last one.
  ///
  /// - Complexity: O(number of statements) for a new text; a thousandth of that for most that continue it.
  mutating func continuation(of text: String, in environment: String) -> String? {
    let isSame =
      generation == file.generation && count == file.read.count && self.environment == environment
    if !isSame || !text.utf8.starts(with: typed.utf8) {
      (own, any) = (file.read.count, file.read.count)
    }
    if !isSame { follower = nil }
    (generation, count) = (file.generation, file.read.count)
    (typed, self.environment) = (text, environment)
    let place = file.environments.firstIndex(of: environment).map(UInt16.init)
    guard !text.isEmpty else {
      if follower == nil { follower = .some(usualFollower(in: place)) }
      return follower ?? nil
    }
    if let place {
      own = newest(before: own, beginningWith: text) { file.places[$0] == place }
      if own > 0 { return file.read[own - 1] }
    } else {
      own = 0
    }
    any = newest(before: any, beginningWith: text) { _ in true }
    return any > 0 ? file.read[any - 1] : nil
  }

  /// Returns the number of statements up to the newest one that continues a text; 0 if there is none.
  private func newest(
    before end: Int, beginningWith text: String, where isWanted: (Int) -> Bool
  ) -> Int {
    let (bytes, mask) = HistoryFile.head(of: text)
    let text = Array(text.utf8)
    return file.heads.withUnsafeBufferPointer { heads in
      var index = end
      while index > 0 {
        index -= 1
        guard heads[index] & mask == bytes, isWanted(index) else { continue }
        let isLonger = file.read[index].utf8.withContiguousStorageIfAvailable {
          guard let start = $0.baseAddress, $0.count > text.count else { return false }
          return memcmp(start, text, text.count) == 0
        }
        if isLonger == true { return index + 1 }
      }
      return 0
    }
  }

  /// The statement that followed the last one most often, if that was more than once: in the environment, or
  /// else in any.
  private func usualFollower(in place: UInt16?) -> String? {
    guard let last = file.read.last else { return nil }
    let head = HistoryFile.head(of: last).bytes
    let indexes = file.heads.indices.dropLast().filter {
      file.heads[$0] == head && file.read[$0] == last && !failed.contains(file.read[$0 + 1])
    }
    func most(of indexes: [Int]) -> String? {
      var counts: [String: Int] = [:]
      for index in indexes { counts[file.read[index + 1], default: 0] += 1 }
      let greatest = counts.values.max() ?? 0
      guard greatest > 1 else { return nil }
      return indexes.reversed().map { file.read[$0 + 1] }.first { counts[$0] == greatest }
    }
    return most(of: indexes.filter { file.places[$0 + 1] == place }) ?? most(of: indexes)
  }
}
