/// The names of the shell's own stages, known before the stages are created.
package enum StageNames {
  /// The names of the stages, which no module may use.
  package static let all: Set<String> = [
    "where", "select", "drop", "sort-by", "first", "last", "uniq-by", "count", "group-by", "each",
    "get", "from", "to",
  ]
}
