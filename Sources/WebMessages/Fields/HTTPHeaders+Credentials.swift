extension HTTPHeaders {
  /// Removes the fields that contain credentials.
  package mutating func removeCredentials() {
    for field in self where Self.isSecret(field.name) { self[field.name] = nil }
  }

  /// Adds another list's fields that contain credentials, except those that this list already has.
  package mutating func restoreCredentials(of other: HTTPHeaders) {
    let set = filter { Self.isSecret($0.name) }.map { $0.name.lowercased() }
    for field in other where Self.isSecret(field.name) && !set.contains(field.name.lowercased()) {
      add(field.name, field.value)
    }
  }
}
