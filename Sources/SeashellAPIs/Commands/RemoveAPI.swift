import SeashellKit
import ShellCommands

struct RemoveAPI: Command {
  let manager: APIManager
  let name = Argument<String>("NAME", "the API", completion: "apis")

  var specification: CommandSpecification {
    CommandSpecification(
      "remove", abstract: "Remove an API",
      discussion: """
        It is removed from config.json with its environments, and its stored data and what you have signed in \
        with from this machine; 'session logout' before it also revokes tokens. This is refused while writes \
        for it wait in the queue.
        """,
      examples: [.init("api remove --help", "explains it; 'api remove NAME' removes an API")],
      parameters: [name]
    ).confirming("Remove the API '{NAME}' with its environments?")
  }

  func run(_ invocation: Invocation) async throws {
    let configured = try invocation.pointing(at: self.name) {
      try manager.added(invocation[self.name])
    }
    let apis = manager.apis
    let name = configured.name
    let owners = configured.environments.map {
      $0.qualified(by: name).owner(account: nil)
    }
    let offline = apis.own.context.offline
    if let queue = offline.queue, queue.mayHaveWrites {
      let waiting = try await queue.writes(of: nil).filter {
        $0.owner.environment.hasPrefix("\(name):")
      }
      guard waiting.isEmpty else {
        throw ShellError(
          .failed,
          waiting.count == 1
            ? "a write to \(waiting[0].owner.environment) waits in the queue"
            : "\(waiting.count) writes wait in the queue, the first to \(waiting[0].owner.environment)",
          hint:
            "after 'env use \(waiting[0].owner.environment)', 'queue run' sends and 'queue clear' drops"
        )
      }
    }
    if apis.current.name == name {
      try apis.use("\(apis.own.name):\(apis.own.client.environment.shortName)")
    }
    try await manager.apis.editConfiguration([.remove(["apis", name])])
    apis.forget(name)
    // The user's own configuration may have an API of the same name, with the same description.
    if !apis.own.context.directories.requiresConfiguration { manager.store.remove(configured) }
    manager.apis.reload(name)
    try apis.keeper?.removeCredentials(of: name)
    for owner in owners { try? await offline.storage?.removeStore(of: owner) }
    invocation.report("removed")
  }
}
