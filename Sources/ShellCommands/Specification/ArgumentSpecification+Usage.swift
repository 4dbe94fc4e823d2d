extension ArgumentSpecification {
  /// The argument as help and errors show it: `REVIEW`, `WORD…`.
  package var usage: String {
    isRepeating ? name + "…" : name
  }
}
