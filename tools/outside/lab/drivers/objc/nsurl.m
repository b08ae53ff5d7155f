/* Reads texts with NSURL of GNUstep. */
#import <Foundation/Foundation.h>
#include "../c/driver.h"

#define S_(x) #x
#define S(x) S_(x)

static void string(NSString *s) {
	field(s == nil ? NULL : [s UTF8String]);
}

int main(void) {
	version(S(GNUSTEP_BASE_MAJOR_VERSION) "." S(GNUSTEP_BASE_MINOR_VERSION));
	while (next_text()) {
		NSAutoreleasePool *pool = [NSAutoreleasePool new];
		NSURL *u = nil;
		NSString *reason = @"nil";
		if (!has_nul()) {
			@try {
				u = [NSURL URLWithString:[NSString stringWithUTF8String:text]];
			} @catch (NSException *e) {
				reason = [e reason];
			}
			if (u == nil) {
				refused([reason UTF8String]);
			} else {
				begin();
				string([u scheme]);
				string([u host]);
				string([[u port] stringValue]);
				string([u path]);
				string([u user]);
				string([u absoluteString]);
				end();
			}
		}
		[pool drain];
	}
	return 0;
}
