"""Columns from columns of URLs in Apache Spark, by the program earl-rows.

    import earl_spark
    earl_spark.ship(spark, "earl-rows")
    earl_spark.columns(df, "id, url, valid, host, domain, normal").show()

The package is needed only where the program of the user runs: Spark takes its code to the
executors. docs/spark.md of the repository of earl is its manual.
"""

import sys

from pyspark import cloudpickle

from earl_spark.binary import find_binary, ship
from earl_spark.check import check
from earl_spark.frame import columns
from earl_spark.process import EarlRowsError

# The executors do not have this package: its functions travel with the job.
cloudpickle.register_pickle_by_value(sys.modules[__name__])

__all__ = ["EarlRowsError", "check", "columns", "find_binary", "ship"]
__version__ = "0.1.0"
