import Glibc

extension ConfigurationSection {
  /// Reads the source of a secret: `{ env: 'NAME' }`, `{ file: 'PATH' }` or `{ command: ['PROGRAM', …] }`.
  ///
  /// - Throws: an error if the field is missing or contains the secret itself. The error does not quote it.
  func secret(_ field: String) throws(ConfigurationError) -> SecretSource {
    guard let value = value(field) else { throw missing(field, "\(field): { env: 'NAME' }") }
    guard case .object = value.content else {
      throw error(
        field, "is a secret, which stays out of this file",
        hint: "put it into a variable, and write \(field): { env: 'NAME' }")
    }
    return try secretSource(field)
  }

  func secretName(_ field: String) throws(ConfigurationError) -> ConfiguredCredential.Name {
    switch value(field)?.content {
    case nil: throw missing(field, "\(field): 'NAME', or \(field): { env: 'NAME' }")
    case .string(let text)?: return .text(text)
    case .object?: return .source(try secretSource(field))
    default: throw wrongType(field, "a string in quotes or { env: 'NAME' }")
    }
  }

  private func secretSource(_ field: String) throws(ConfigurationError) -> SecretSource {
    let hint = "write { env: 'NAME' }, { file: 'PATH' } or { command: ['PROGRAM', 'ARGUMENT'] }"
    guard let source = try section(field, fields: ["env", "file", "command"]),
      source.members.count == 1
    else { throw error(field, "must have one of env, file and command", hint: hint) }
    if let name = try source.variable("env") { return .variable(name) }
    if let path = try source.secretFile() { return .file(path) }
    return .command(try source.command("command"))
  }

  /// Reads the field `file` with the path of a file that has a secret.
  func secretFile() throws(ConfigurationError) -> String? {
    guard let path = try string("file") else { return nil }
    guard !path.isEmpty, !path.utf8.contains(0), path.last != "/" else {
      throw error("file", "must be the path of a file")
    }
    return secretPath(path)
  }

  /// Reads the path of a file, such as one of certificates, that is there and can be read.
  func readableFile(_ field: String) throws(ConfigurationError) -> String? {
    guard let name = try string(field) else { return nil }
    let path = filePath(name)
    var status = stat()
    guard !name.isEmpty, !name.utf8.contains(0), stat(path, &status) == 0,
      status.st_mode & S_IFMT == S_IFREG, access(path, R_OK) == 0
    else {
      throw error(field, "names a file that cannot be read: \(Self.quoted(path))")
    }
    return path
  }

  func variable(_ field: String) throws(ConfigurationError) -> String? {
    guard let name = try string(field) else { return nil }
    // The name is not quoted: it may be the secret itself.
    guard SecretVariables.isName(name) else {
      throw error(field, "must be the name of a variable, such as 'API_KEY'")
    }
    return name
  }

  /// A program with a slash in it is a path; a relative path begins at the file's folder.
  func command(_ field: String) throws(ConfigurationError) -> [String] {
    guard case .array(let elements)? = value(field)?.content else {
      throw wrongType(field, "an array of a program and its arguments")
    }
    var words: [String] = []
    for element in elements {
      guard case .string(let word) = element.content, !word.utf8.contains(0) else {
        throw ConfigurationError(
          path: path, line: element.line,
          message: "\(fullName(of: field)) must have a program and its arguments, as strings",
          column: element.column)
      }
      words.append(word)
    }
    guard let program = words.first, !program.isEmpty, program.last != "/" else {
      throw error(field, "has no program")
    }
    if program.contains("/") { words[0] = secretPath(program) }
    return words
  }

  /// Resolves a path: `~/` is the user's home, and relative paths begin at the file's folder.
  private func secretPath(_ name: String) -> String {
    guard name.hasPrefix("~/") else { return filePath(name) }
    let home = Directories.home { getenv($0).map { String(cString: $0) } }
    return "\(home)/\(name.dropFirst(2))"
  }

  func missing(_ field: String, _ hint: String) -> ConfigurationError {
    ConfigurationError(
      path: path, line: line, message: "\(name) has no \(field)", hint: hint, column: column)
  }
}
