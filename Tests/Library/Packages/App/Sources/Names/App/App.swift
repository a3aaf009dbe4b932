// SPDX-License-Identifier: MIT

import Calls
import Core
import Network

/// The calls of the app.
public func makeCalls() -> Calls { Calls(Server(Line("+4940"))) }
