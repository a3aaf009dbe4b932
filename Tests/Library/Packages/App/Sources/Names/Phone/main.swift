// SPDX-License-Identifier: MIT

import App
import CallKit

print(makeCalls().update(from: "+4930123456").localizedCallerName ?? "")
