import ShellOutput
import ShellRuntime

/// Marks the differences between two snapshots.
struct SnapshotChanges: Equatable {
  private(set) var blocks: [LivePage.Block] = []
  /// The number of rows removed since the last run.
  private(set) var removedCount = 0
  private(set) var hasChanges: Bool
  private let showsEnd: Bool

  /// Finds the differences.
  ///
  /// Matches the rows of a list by `id`, or by position if they have none; the fields of a single
  /// record by name, and lines of text by position. `showsEnd` is whether the lists show the end of longer
  /// ones, so that new rows push off the first ones.
  init(from old: [LivePage.Content], to new: [LivePage.Content], showsEnd: Bool = false) {
    self.showsEnd = showsEnd
    hasChanges = old != new
    for (index, content) in new.enumerated() {
      let before = old.indices.contains(index) ? old[index] : nil
      blocks.append(.init(content, marks: marks(of: content, after: before)))
    }
  }

  private mutating func marks(
    of content: LivePage.Content, after old: LivePage.Content?
  ) -> [LivePage.Mark?] {
    switch (content, old) {
    case (.records(let records), .records(let old)) where records.isList == old.isList:
      if records.isList { return marks(ofRows: records, after: old) }
      let before = Dictionary(
        zip(old.columns.map(\.name), old.rows.first ?? []), uniquingKeysWith: { $1 })
      return zip(records.columns, records.rows.first ?? []).map { column, value in
        before[column.name].map { $0 == value ? nil : .changed } ?? .new
      }
    case (.text(let lines), .text(let old)):
      return lines.enumerated().map { index, line in
        old.indices.contains(index) ? (old[index] == line ? nil : .changed) : .new
      }
    default: return []
    }
  }

  private mutating func marks(ofRows records: Records, after old: Records) -> [LivePage.Mark?] {
    guard records.columns.map(\.name) == old.columns.map(\.name) else { return [] }
    let (keys, oldKeys) = (Self.keys(of: records), Self.keys(of: old))
    var before = Dictionary(zip(oldKeys, old.rows), uniquingKeysWith: { $1 })
    defer { removedCount += before.count - pushedCount(from: oldKeys, to: keys) }
    return zip(keys, records.rows).map { key, row in
      guard let old = before.removeValue(forKey: key) else { return .new }
      return old == row ? nil : .changed
    }
  }

  /// The number of last rows that left a list as long as before only because new rows precede the others.
  private func pushedCount(from old: [String], to new: [String]) -> Int {
    guard new.count >= old.count else { return 0 }
    let (old, new) = showsEnd ? (old.reversed(), new.reversed()) : (old, new)
    let (oldSet, newSet) = (Set(old), Set(new))
    let gone = old.reversed().prefix { !newSet.contains($0) }.count
    let end = new.lastIndex(where: oldSet.contains) ?? new.endIndex
    return min(gone, new[..<end].count { !oldSet.contains($0) })
  }

  private static func keys(of records: Records) -> [String] {
    guard let id = records.columns.firstIndex(where: { $0.name == "id" }) else {
      return records.rows.indices.map(String.init)
    }
    var counts: [String: Int] = [:]
    return records.rows.map { row in
      let text = row[id].plainText
      counts[text, default: 0] += 1
      // Reviews of different products can have the same id.
      return "\(text) \(counts[text] ?? 0)"
    }
  }
}
