public import CoreJSON
import ShellOutput
import WebAPI

extension APIRegistry {
  /// Adds an environment to the configuration.
  ///
  /// - Parameters:
  ///   - text: its name: `staging`, or `wh:staging` of another API than the current one.
  ///   - fields: its fields by their names in the configuration, such as `baseURL`.
  /// - Returns: the name as it stands alone: `staging`, or `wh:staging`.
  /// - Throws: `ShellError` if the name is taken, the fields are wrong, or the file cannot be changed. Then
  ///   nothing is changed.
  @discardableResult
  public func addEnvironment(_ text: String, _ fields: JSONObject) async throws -> String {
    let (api, name) = try split(text)
    let known = try? self.api(api)
    let qualified = api == own.name ? name : "\(api):\(name)"
    if known?.environments.all.contains(where: { $0.name == qualified }) == true {
      throw ShellError(
        .usage, "there is an environment '\(qualified)' already", hint: "env edit \(qualified)")
    }
    try await editConfiguration([.set(path(of: api, name), .object(fields))])
    return qualified
  }

  /// Changes fields of an environment in the configuration.
  ///
  /// Fields that are not given, and the comments of the file, stay as they are.
  ///
  /// - Parameters:
  ///   - text: its name: `staging` of the current API, or `wh:staging`.
  ///   - fields: the new values by the names of the fields; null removes a value.
  /// - Throws: `ShellError` `notFound` if no environment has the name; `usage` if it runs inside this
  ///   program; an error if the fields are wrong or the file cannot be changed. Then nothing is changed.
  public func changeEnvironment(_ text: String, _ fields: JSONObject) async throws {
    let (api, environment) = try environment(text)
    guard !environment.isEmbedded else {
      throw ShellError(
        .usage, "'\(environment.name)' runs inside this program, and cannot be changed")
    }
    let path = path(of: api.name, environment.shortName)
    try await editConfiguration(fields.map { .set(path + [$0.key], $0.value) })
  }

  /// Removes an environment from the configuration.
  ///
  /// - Parameter text: its name: `staging` of the current API, or `wh:staging`.
  /// - Throws: `ShellError` `notFound` if no environment has the name; `failed` if it is the current one;
  ///   `usage` if it is part of the program.
  public func removeEnvironment(_ text: String) async throws {
    let (api, environment) = try environment(text)
    guard !environment.isEmbedded else {
      throw ShellError(.usage, "'\(environment.name)' is part of the program")
    }
    let isInUse = environment == api.client.chosen.environment
    if api === chosenAPI, isInUse {
      throw ShellError(
        .failed, "requests go to '\(environment.name)' now",
        hint: "choose another one: env use NAME")
    }
    let before = api.environments.all
    try await editConfiguration([.remove(path(of: api.name, environment.shortName))])
    if api.environments.all == before {
      throw ShellError(
        .usage, "'\(environment.name)' is part of the program, and is not in the configuration")
    }
    if isInUse { try api.leaveEnvironment() }
  }

  private func path(of api: String, _ name: String) -> [String] {
    api == own.name ? ["environments", name] : ["apis", api, "environments", name]
  }

  /// Splits `wh:staging`; a name without an API belongs to the current API.
  private func split(_ text: String) throws -> (api: String, name: String) {
    guard let id = EnvironmentID(text) else { return (current.name, text) }
    guard names.contains(id.api) else {
      var error = unknown(id.api, or: .notFound)
      let near = Spelling.nearest(to: id.api, among: names).map { "did you mean '\($0)'? " } ?? ""
      error.hint = "\(near)'api add \(id.api) URL' adds an API"
      throw error
    }
    return (id.api, id.name)
  }
}

extension API {
  /// Selects the only other environment, or lets the user choose one.
  fileprivate func leaveEnvironment() throws {
    isChosen = environments.all.count == 1
    if isChosen, let other = environments.all.first { try environments.choose(other) }
  }
}
