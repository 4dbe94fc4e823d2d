// A module's author imports this room and has the kit.
@_exported public import CoreEvents
@_exported public import ShellKit
@_exported public import WebAPI
@_exported public import WebMessages
