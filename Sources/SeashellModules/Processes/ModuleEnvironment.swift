import FoundationEssentials

enum ModuleEnvironment {
  private static let names: Set<String> = [
    "PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "TZ", "TMPDIR",
  ]

  /// Returns a clean environment: variables that a program needs to find its files and its language, and
  /// nothing that may be secret.
  ///
  /// - Parameters:
  ///   - variables: the variables that the user gave the module; they take precedence.
  ///   - gateway: the value of `SEASHELL_GATEWAY`; nil for none.
  ///   - environment: the shell's own environment.
  static func clean(
    adding variables: [String: String] = [:], gateway: String? = nil,
    from environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> [String: String] {
    var clean = environment.filter { name, _ in
      names.contains(name) || name.hasPrefix("LC_") || name.hasPrefix("XDG_")
    }
    clean["TERM"] = "dumb"
    clean.merge(variables) { $1 }
    clean["SEASHELL_GATEWAY"] = gateway
    return clean
  }
}
